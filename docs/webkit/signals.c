// Sends the main thread a signal every SIGNAL_US microseconds. The handler only writes to a buffer of its own, which lies below the
// stack pointer of what it interrupts. With SIGNAL_STACK=own it runs on a stack of its own, and nothing below the pointer is written.
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static char own_stack[65536];

static void on_signal(int number) {
  (void)number;
  volatile char buffer[512];
  memset((void *)buffer, 0x5a, sizeof buffer);
}

__attribute__((constructor)) static void begin(void) {
  const char *interval = getenv("SIGNAL_US");
  if (!interval) return;
  const char *stack = getenv("SIGNAL_STACK");
  int is_own = stack && strcmp(stack, "own") == 0;
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART | (is_own ? SA_ONSTACK : 0)};
  sigaction(SIGRTMIN + 5, &action, NULL);
  stack_t alternative = {.ss_sp = own_stack, .ss_size = sizeof own_stack};
  if (is_own) sigaltstack(&alternative, NULL);
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGRTMIN + 5};
  event._sigev_un._tid = syscall(SYS_gettid);
  timer_t timer;
  timer_create(CLOCK_MONOTONIC, &event, &timer);
  long nanoseconds = atol(interval) * 1000;
  struct itimerspec times = {{0, nanoseconds}, {0, nanoseconds}};
  timer_settime(timer, 0, &times, NULL);
}
