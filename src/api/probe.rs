//! Probes, lifecycle hooks and their handlers.

use crate::base::digest::Digest;
use crate::base::text::Text;
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::{Decoder, Field, api_choice, api_object};
use crate::manifest::wrong::FieldType;

api_object! {
    /// A periodic check of a container. Rule P-601.
    pub struct Probe {
        /// Runs a command in the container.
        pub exec: Option<ExecAction> = "exec",
        /// How many failures in a row make the probe fail; 3 when unset.
        ///
        /// ```
        /// use podlab::api::probe::Probe;
        ///
        /// let probe = Probe { period_seconds: Some(5), ..Probe::default() };
        /// assert_eq!(probe.period_seconds(), 5);
        /// assert_eq!((probe.timeout_seconds(), probe.success_threshold(), probe.failure_threshold()), (1, 1, 3));
        /// ```
        pub failure_threshold: Option<i64> = "failureThreshold",
        /// Calls the gRPC health service.
        pub grpc: Option<GrpcAction> = "grpc",
        /// Sends an HTTP GET.
        pub http_get: Option<HttpGetAction> = "httpGet",
        /// How many seconds after the container's start the first check may run; 0 when unset.
        pub initial_delay_seconds: i64 = "initialDelaySeconds",
        /// Seconds between checks; 10 when unset.
        pub period_seconds: Option<i64> = "periodSeconds",
        /// How many successes in a row make the probe succeed; 1 when unset.
        pub success_threshold: Option<i64> = "successThreshold",
        /// Opens a TCP connection.
        pub tcp_socket: Option<TcpSocketAction> = "tcpSocket",
        /// The grace period when this probe kills the container, in seconds, instead of the Pod's. Rule P-621.
        pub termination_grace_period_seconds: Option<i64> = "terminationGracePeriodSeconds",
        /// How many seconds a check may take; 1 when unset.
        pub timeout_seconds: Option<i64> = "timeoutSeconds",
    }
}

impl Probe {
    /// Returns the seconds between checks; 10 when unset or 0. Rule P-601.
    pub fn period_seconds(&self) -> u64 {
        or_default(self.period_seconds, 10)
    }

    /// Returns the seconds that a check may take; 1 when unset or 0. Rule P-601.
    pub fn timeout_seconds(&self) -> u64 {
        or_default(self.timeout_seconds, 1)
    }

    /// Returns how many successes in a row make the probe succeed; 1 when unset or 0. Rule P-601.
    pub fn success_threshold(&self) -> u64 {
        or_default(self.success_threshold, 1)
    }

    /// Returns how many failures in a row make the probe fail; 3 when unset or 0. Rule P-601.
    pub fn failure_threshold(&self) -> u64 {
        or_default(self.failure_threshold, 3)
    }
}

fn or_default(value: Option<i64>, default: u64) -> u64 {
    value.and_then(|v| u64::try_from(v).ok()).filter(|v| *v > 0).unwrap_or(default)
}

api_object! {
    /// Hooks at the start and the end of a container. Rule P-701.
    pub struct Lifecycle {
        /// Runs right after the start. Rule P-702.
        pub post_start: Option<LifecycleHandler> = "postStart",
        /// Runs before the stop signal. Rule P-704.
        pub pre_stop: Option<LifecycleHandler> = "preStop",
        /// The stop signal, instead of the image's. Rule P-807.
        pub stop_signal: Text = "stopSignal",
    }
}

/// The signals that can stop a container on Linux, in the API server's order. Rule P-807.
const SIGNALS: &str = "ABRT ALRM BUS CHLD CLD CONT FPE HUP ILL INT IO IOT KILL PIPE POLL PROF PWR QUIT \
    RTMAX RTMAX-1 RTMAX-10 RTMAX-11 RTMAX-12 RTMAX-13 RTMAX-14 RTMAX-2 RTMAX-3 RTMAX-4 RTMAX-5 RTMAX-6 RTMAX-7 \
    RTMAX-8 RTMAX-9 RTMIN RTMIN+1 RTMIN+10 RTMIN+11 RTMIN+12 RTMIN+13 RTMIN+14 RTMIN+15 RTMIN+2 RTMIN+3 RTMIN+4 \
    RTMIN+5 RTMIN+6 RTMIN+7 RTMIN+8 RTMIN+9 SEGV STKFLT STOP SYS TERM TRAP TSTP TTIN TTOU URG USR1 USR2 VTALRM \
    WINCH XCPU XFSZ";

/// Returns whether a signal has that name, such as `SIGQUIT`.
pub(crate) fn is_signal(name: &str) -> bool {
    name.strip_prefix("SIG").is_some_and(|name| SIGNALS.split(' ').any(|known| known == name))
}

/// Returns the names of all signals that can stop a container on Linux.
pub(crate) fn signals() -> impl Iterator<Item = String> {
    SIGNALS.split(' ').map(|name| format!("SIG{name}"))
}

api_object! {
    /// The action of a hook: exactly one of these fields. Rule P-701.
    pub struct LifecycleHandler {
        /// Runs a command in the container.
        pub exec: Option<ExecAction> = "exec",
        /// Sends an HTTP GET.
        pub http_get: Option<HttpGetAction> = "httpGet",
        /// Waits.
        pub sleep: Option<SleepAction> = "sleep",
        /// Accepted for compatibility. It always fails at run time.
        pub tcp_socket: Option<TcpSocketAction> = "tcpSocket",
    }
}

api_object! {
    /// A command, run without a shell. Rule P-603.
    pub struct ExecAction {
        /// The program and its arguments.
        pub command: Vec<Text> = "command",
    }
}

api_object! {
    /// An HTTP GET. Rule P-604.
    pub struct HttpGetAction {
        /// Host to connect to; the Pod's IP when unset.
        pub host: Text = "host",
        /// Headers to send.
        pub http_headers: Vec<HttpHeader> = "httpHeaders",
        /// Path; `/` when unset.
        pub path: Text = "path",
        /// Number or name of a port.
        pub port: IntOrString = "port",
        /// `HTTP` when unset.
        pub scheme: Option<UriScheme> = "scheme" or "",
    }
}

api_object! {
    /// A header of an HTTP GET.
    pub struct HttpHeader {
        /// Its name.
        pub name: Text = "name",
        /// Its value.
        pub value: Text = "value",
    }
}

api_object! {
    /// A TCP connection. Rule P-605.
    pub struct TcpSocketAction {
        /// Host to connect to; the Pod's IP when unset.
        pub host: Text = "host",
        /// Number or name of a port.
        pub port: IntOrString = "port",
    }
}

api_object! {
    /// A call of the gRPC health service. Rule P-606.
    pub struct GrpcAction {
        /// Number of the port.
        pub port: i64 = "port",
        /// Service to ask for.
        pub service: Option<Text> = "service",
    }
}

api_object! {
    /// A pause. Rule P-701.
    pub struct SleepAction {
        /// Its length in seconds.
        pub seconds: i64 = "seconds",
    }
}

api_choice! {
    /// Scheme of an HTTP GET.
    pub enum UriScheme {
        /// Without encryption.
        Http = "HTTP",
        /// With TLS. The certificate is not checked.
        Https = "HTTPS",
    }
}

/// A port: a number, or the name of a container port.
#[derive(Clone, Debug, PartialEq)]
pub enum IntOrString {
    /// A number.
    Int(i64),
    /// A name.
    String(Text),
}

impl Default for IntOrString {
    fn default() -> Self {
        IntOrString::Int(0)
    }
}

impl Field for IntOrString {
    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        match &node.value {
            Value::Int(number) if i32::try_from(*number).is_ok() => {
                *self = IntOrString::Int(*number);
            }
            Value::Text(text) => *self = IntOrString::String(text.clone()),
            Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::List(_)
            | Value::Map(_) => decoder.wrong_type(node, FieldType::IntegerOrString),
        }
    }
    fn encode(&self) -> Node {
        match self {
            IntOrString::Int(number) => Node::int(*number),
            IntOrString::String(text) => Node::text(text.clone()),
        }
    }
    fn is_unset(&self) -> bool {
        *self == IntOrString::Int(0)
    }
    fn digest(&self, out: &mut Digest) {
        match self {
            IntOrString::Int(number) => {
                out.text("int");
                out.signed(*number);
            }
            IntOrString::String(text) => {
                out.text("string");
                out.text(text);
            }
        }
    }
}

impl std::fmt::Display for IntOrString {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            IntOrString::Int(number) => write!(f, "{number}"),
            IntOrString::String(text) => write!(f, "{text}"),
        }
    }
}
