mod files;

use super::*;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

fn container(command: &[&str]) -> Container {
    let command = command.iter().map(|word| Text::from((*word).to_owned())).collect();
    Container { command, image: "example.com/app:1".into(), ..Container::default() }
}

/// What a command does, in short words; none when it is not known.
fn program(command: &[&str]) -> Option<String> {
    Program::of(&container(command), "shop").map(|program| short(&program))
}

fn shell(text: &str) -> Option<String> {
    program(&["/bin/sh", "-c", text])
}

fn short(program: &Program) -> String {
    let step = |step: &Step| match step {
        Step::Sleep(time) => format!("sleep {time}"),
        Step::Print(text) => format!("print {text:?}"),
        Step::Write { path, text, is_appended: true } => format!("append {path} {text:?}"),
        Step::Write { path, text, is_appended: false } => format!("write {path} {text:?}"),
        Step::Remove(path) => format!("remove {path}"),
        Step::Await { servers, every } => {
            let server = |server: &Server| match server {
                Server::Named(host) => host.to_string(),
                Server::Accepting { host, port } => format!("{host}:{port}"),
            };
            let all: Vec<String> = servers.iter().map(server).collect();
            format!("await {} every {every}", all.join(" and "))
        }
    };
    let mut all: Vec<String> = program.steps.iter().map(step).collect();
    all.push(match program.end {
        End::Exit(code) => format!("exit {code}"),
        End::Forever => "forever".to_owned(),
    });
    all.join(", ")
}

#[test]
fn plain_commands_are_known_in_both_forms() {
    let table: [(&[&str], &str); 14] = [
        (&["true"], "exit 0"),
        (&["/bin/false"], "exit 1"),
        (&["sleep", "30"], "sleep 30000, exit 0"),
        (&["sleep", "1m", "0.5"], "sleep 60500, exit 0"),
        (&["sleep", "1h"], "sleep 3600000, exit 0"),
        (&["sleep", "infinity"], "forever"),
        (&["echo", "hello", "there"], "print \"hello there\\n\", exit 0"),
        (&["cat"], "exit 0"),
        (&["tail", "-f", "/dev/null"], "forever"),
        (&["sh"], "exit 0"),
        (&["bash", "-ec", "false; sleep 9"], "exit 1"),
        (&["busybox", "sh", "-c", "exit 4"], "exit 4"),
        (&["sh", "-c", "exit 300"], "exit 44"),
        (&["sh", "-c", "sleep 3", "ignored"], "sleep 3000, exit 0"),
    ];
    for (command, wanted) in table {
        assert_eq!(program(command).as_deref(), Some(wanted), "{command:?}");
    }
}

#[test]
fn shell_text_is_gone_through_as_a_shell_does() {
    let table = [
        ("sleep 5; exit 3", "sleep 5000, exit 3"),
        ("sleep 5\nexit 3\n", "sleep 5000, exit 3"),
        ("exit 3; sleep 5", "exit 3"),
        ("true && sleep 5 || exit 2", "sleep 5000, exit 0"),
        ("false && sleep 5 || exit 2", "exit 2"),
        ("! true || echo 'not; here'", "print \"not; here\\n\", exit 0"),
        ("false; true", "exit 0"),
        ("true; false", "exit 1"),
        ("set -e; false || true; false; sleep 9", "exit 1"),
        ("set -ex\nif_is_no_command=1 2>/dev/null", "unknown"),
        ("echo a; echo -n b # c", "print \"a\\nb\", exit 0"),
        ("echo \"it's\" \\; now", "print \"it's ; now\\n\", exit 0"),
        ("printf '%s is %d%%\\n' x 7", "print \"x is 7%\\n\", exit 0"),
        ("echo waiting 1>&2 && exec sleep 2; sleep 9", "print \"waiting\\n\", sleep 2000, exit 0"),
        ("echo x > /dev/null 2>&1", "exit 0"),
        (
            "echo x > /tmp/a; echo y >> /tmp/a; cat /tmp/a",
            "write /tmp/a \"x\\n\", append /tmp/a \"y\\n\", print \"x\\ny\\n\", exit 0",
        ),
        ("cat /etc/hosts", "unknown"),
        (
            "touch /tmp/a; rm /tmp/a; cat /tmp/a",
            "append /tmp/a \"\", remove /tmp/a, print \"cat: can't open '/tmp/a': No such file or directory\\n\", exit 1",
        ),
        (
            "touch /w/a /w/b; rm -rf /w/*; [ -f /w/b ] || exit 9",
            "append /w/a \"\", append /w/b \"\", remove /w/a, remove /w/b, exit 9",
        ),
        ("mkdir -p /data && chown -R 1000:1000 /data && chmod 700 /data/*", "exit 0"),
        (
            "for i in 1 2; do echo $i; sleep $i; done",
            "print \"1\\n\", sleep 1000, print \"2\\n\", sleep 2000, exit 0",
        ),
        (
            "for i in $(seq 3); do sleep 1; done; exit 1",
            "sleep 1000, sleep 1000, sleep 1000, exit 1",
        ),
        ("while true; do echo hello; sleep 10;done", "print \"hello\\n\", forever"),
        ("while :; do sleep 1; done; exit 3", "forever"),
        (
            "until false; do date >> /var/log/x; sleep 5; done",
            "append /var/log/x \"$(date)\\n\", forever",
        ),
        ("while true; do sleep 3; exit 2; done", "sleep 3000, exit 2"),
        ("while false; do sleep 3; done", "exit 0"),
        ("{ sleep 1; exit 2; }; sleep 9", "sleep 1000, exit 2"),
        ("sh -c 'exit 3' || sleep 1", "sleep 1000, exit 0"),
        ("false; exit", "exit 1"),
        ("exit", "exit 0"),
        ("sh -c 'exit 7'; exit", "exit 7"),
        ("false; exit $?", "exit 1"),
        ("sh -c 'exit 7'; echo $?; echo $?", "print \"7\\n0\\n\", exit 0"),
        ("false; for i in 1; do exit; done", "exit 1"),
        ("false; for i in $(seq 2); do echo $?; done", "print \"1\\n0\\n\", exit 0"),
        ("for i in 1 2; do false; done", "exit 1"),
        (
            "touch /a; while [ ! -s /a ]; do echo x > /a; false; done",
            "append /a \"\", write /a \"x\\n\", exit 1",
        ),
        ("while false; do sleep 3; done; exit", "exit 0"),
    ];
    for (text, wanted) in table {
        assert_eq!(shell(text).as_deref().unwrap_or("unknown"), wanted, "{text}");
    }
}

#[test]
fn a_loop_goes_on_for_ever_only_if_each_round_finds_what_the_round_before_found() {
    let table = [
        (
            "touch /a; until [ -s /a ]; do echo x > /a; sleep 1; done; exit 3",
            "append /a \"\", write /a \"x\\n\", sleep 1000, exit 3",
        ),
        (
            "export x=; until [ -n \"$x\" ]; do export x=y; sleep 1; done; exit 3",
            "sleep 1000, exit 3",
        ),
        (
            "touch /a; while true; do cat /a; echo x > /a; sleep 1; done",
            "append /a \"\", write /a \"x\\n\", sleep 1000, print \"x\\n\", write /a \"x\\n\", forever",
        ),
        ("touch /a; while true; do cat /a; echo x >> /a; sleep 1; done", "unknown"),
        (
            "touch /a; while true; do echo x >> /a; [ -s /a ] && exit 4; done",
            "append /a \"\", append /a \"x\\n\", exit 4",
        ),
        ("export x=a; while true; do echo $x; export x=$x$x; sleep 1; done", "unknown"),
        ("echo a > /a; while true; do [ -f /a ] && sleep 9; done", "write /a \"a\\n\", forever"),
    ];
    for (text, wanted) in table {
        assert_eq!(shell(text).as_deref().unwrap_or("unknown"), wanted, "{text}");
    }
}

#[test]
fn loops_that_wait_for_servers_name_them() {
    let namespace = "$(cat /var/run/secrets/kubernetes.io/serviceaccount/namespace)";
    let table = [
        (
            format!(
                "until nslookup db.{namespace}.svc.cluster.local; do echo waiting for db; sleep 2; done"
            ),
            "await db.shop.svc.cluster.local every 2000, exit 0",
        ),
        (
            "until nslookup a && nslookup b > /dev/null; do sleep 1; done; exit 3".into(),
            "await a and b every 1000, exit 3",
        ),
        ("while ! nc -z -w 2 db 5432; do echo; done".into(), "await db:5432 every 1000, exit 0"),
        ("until nc -zv db 5432; do sleep 0.5; done".into(), "await db:5432 every 500, exit 0"),
        (
            "until pg_isready -h db -p 5432 -U app; do sleep 2; done".into(),
            "await db:5432 every 2000, exit 0",
        ),
        (
            "until curl -sf -o /dev/null http://web:8080/ready; do sleep 3; done".into(),
            "await web:8080 every 3000, exit 0",
        ),
        (
            "until mysql --host=db -u root -psecret -e 'SELECT 1'; do sleep 1; done".into(),
            "await db:3306 every 1000, exit 0",
        ),
        (
            "until mysqladmin ping -hdb -P3307; do sleep 1; done".into(),
            "await db:3307 every 1000, exit 0",
        ),
        (
            "until redis-cli -h cache ping; do sleep 1; done".into(),
            "await cache:6379 every 1000, exit 0",
        ),
        (
            "until psql --host db --port=5433; do sleep 1; done".into(),
            "await db:5433 every 1000, exit 0",
        ),
        ("until wget -qO- http://web; do sleep 1; done".into(), "await web:80 every 1000, exit 0"),
        (
            "until curl -k https://user@web/; do sleep 1; done".into(),
            "await web:443 every 1000, exit 0",
        ),
        ("until curl http://web:http/; do sleep 1; done".into(), "unknown"),
        ("until curl http://[::1]/; do sleep 1; done".into(), "unknown"),
        ("until nc -z db postgres; do sleep 1; done".into(), "unknown"),
        ("until nc -zu db 53; do sleep 1; done".into(), "unknown"),
        (
            "until getent hosts db; do sleep 3; done; sleep 1".into(),
            "await db every 3000, sleep 1000, exit 0",
        ),
        ("until nslookup db; do touch /tmp/x; sleep 3; done".into(), "unknown"),
        ("until nslookup $HOST; do sleep 3; done".into(), "unknown"),
        ("until kubectl get pod; do sleep 3; done".into(), "unknown"),
    ];
    for (text, wanted) in table {
        assert_eq!(shell(&text).as_deref().unwrap_or("unknown"), wanted, "{text}");
    }
}

#[test]
fn what_is_not_plain_is_not_known() {
    let unknown = [
        "trap 'exit 0' TERM; sleep 9",
        "nginx -g 'daemon off;'",
        "sleep 5 &",
        "echo a | cat",
        "(sleep 1)",
        "if true; then sleep 1; fi",
        "X=1; sleep $X",
        "sleep $((1 + 1))",
        "cat <<EOF\nx\nEOF",
        "echo 'open",
        "while true; do sleep 1",
        "exit many",
        "touch a; sleep 1; while true; do touch a; sleep 5; rm a; done",
        "case x in x) exit 1;; esac",
        "f() { sleep 1; }; f",
        "wget http://example.com",
        "nslookup db",
    ];
    for text in unknown {
        assert_eq!(shell(text), None, "{text}");
    }
    assert_eq!(program(&["exit", "3"]), None, "there is no such program");
    assert_eq!(program(&["python", "-c", "exit(3)"]), None);
}

#[test]
fn a_line_in_one_word_and_a_word_of_the_shell_are_no_programs() {
    let missing = |command: &[&str]| Program::missing(&container(command));
    for word in ["exit 1", "sh -c 'x'", "", "exit", "export", "sleep\t5"] {
        assert_eq!(missing(&[word, "more"]).as_deref(), Some(word));
    }
    for word in ["my-server", "sh", "test", "cd", "/bin/sh", "$(X)"] {
        assert_eq!(missing(&[word, "exit 1"]), None, "{word}");
    }
    let mut of_image = container(&[]);
    of_image.args = vec!["exit 1".into()];
    assert_eq!(Program::missing(&of_image), None, "arguments of an entrypoint");
    of_image.image = "busybox".into();
    assert_eq!(Program::missing(&of_image).as_deref(), Some("exit 1"));
}

#[test]
fn an_image_without_a_command_counts_only_where_it_is_known() {
    let of = |image: &str, args: &[&str], stdin: bool| {
        let args = args.iter().map(|word| Text::from((*word).to_owned())).collect();
        let container =
            Container { image: Text::from(image.to_owned()), args, stdin, ..Container::default() };
        Program::of(&container, "default").map(|program| short(&program))
    };
    let ends = Some("exit 0".to_owned());
    for image in [
        "busybox",
        "busybox:1.28",
        "docker.io/library/alpine:3@sha256:00",
        "registry.k8s.io/busybox:1.27.2",
    ] {
        assert_eq!(of(image, &[], false), ends, "{image}");
        assert_eq!(of(image, &[], true).as_deref(), Some("forever"), "{image}");
        assert_eq!(of(image, &["sleep", "3"], false).as_deref(), Some("sleep 3000, exit 0"));
    }
    for image in ["nginx", "example.com/busybox", "busybox-extra", ""] {
        assert_eq!(of(image, &[], false), None, "{image}");
        assert_eq!(of(image, &["sleep", "3"], false), None, "arguments of an entrypoint");
        assert_eq!(of(image, &["sh", "-c", "exit 2"], false).as_deref(), Some("exit 2"));
    }
    assert_eq!(
        of("hello-world", &[], false).as_deref(),
        Some("print \"Hello from Docker!\\n\", exit 0")
    );
}

#[test]
fn variables_of_the_container_are_replaced() {
    let mut all = container(&["sleep", "$(TIME)", "$(OTHER)"]);
    let variable = |name: &str, value: &str| crate::api::container::EnvVar {
        name: Text::from(name.to_owned()),
        value: Text::from(value.to_owned()),
        ..Default::default()
    };
    all.env = vec![variable("TIME", "7"), variable("HOST", "db")];
    assert_eq!(Program::of(&all, "default"), None);
    all.command.pop();
    assert_eq!(
        Program::of(&all, "default").map(|p| short(&p)).as_deref(),
        Some("sleep 7000, exit 0")
    );
    let text = "until nslookup ${HOST}; do sleep \"$TIME\"; done";
    all.command = ["sh", "-c", text].map(Into::into).to_vec();
    assert_eq!(
        Program::of(&all, "default").map(|p| short(&p)).as_deref(),
        Some("await db every 7000, exit 0")
    );
    let words = [("$$(TIME)", "$(TIME)"), ("a$", "a$"), ("$(TIME)$(TIME)", "77"), ("$(X)", "$(X)")];
    let env = vec![("TIME".to_owned(), "7".to_owned())];
    for (word, wanted) in words {
        assert_eq!(words::expand(word, &env), wanted, "{word}");
    }
}

/// Failures are kept with those of the engine's tests.
const FAILURES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/proptest-regressions/program.txt");

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(FAILURES))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_text_makes_the_reader_panic_or_grow_without_bounds(
        text in "([a-z0-9 ;&|!$(){}'\"`<>\\\\\n*/.-]|sleep |until |while |for i in |; do |; done|true|nslookup |echo |touch |cat |rm -f |sh -c |\\$x|\\$\\(seq 900\\)|export x=){0,60}",
    ) {
        for command in [vec!["sh", "-c", &text], vec![text.as_str()], vec!["echo", &text]] {
            if let Some(program) = Program::of(&container(&command), "default") {
                prop_assert!(program.steps.len() <= 8000);
                prop_assert!(program.printed(usize::MAX).len() <= MOST);
            }
        }
    }
}

#[test]
fn texts_that_grow_are_given_up() {
    let text = |part: &str, times: usize| part.repeat(times);
    for long in [
        text("sleep 1;", 10_000),
        format!("export x={}; {}", text("y", 8000), text("echo $x$x$x$x;", 400)),
        format!("export x={}; {}", text("y", 8000), text("export x=$x$x;", 300)),
        text("for i in 1 2 3 4 5 6 7 8 9; do ", 8) + "echo" + &text("; done", 8),
        text("{ ", 1000),
        text("$(", 4000),
        text("for i in $(seq 999); do touch a b c d e f g h; done;", 50),
    ] {
        assert_eq!(shell(&long), None, "{}", &long[..40]);
    }
    assert_eq!(program(&["sleep", "99999999999999999999"]), None);
    assert!(program(&["sleep", "999999999d"]).is_some());
}
