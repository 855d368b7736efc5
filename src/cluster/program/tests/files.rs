use super::*;
use crate::api::container::VolumeMount;
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::Raw;

#[test]
fn files_are_as_the_steps_that_are_done_left_them() {
    let text = "touch /tmp/healthy; sleep 30; rm -f /tmp/healthy; sleep 600";
    let program = Program::of(&container(&["sh", "-c", text]), "default").unwrap();
    let path = Text::Static("/tmp/healthy");
    let file = |done| program.files(done)[&path].clone();
    assert_eq!(
        [file(0), file(1), file(2), file(3)],
        [None, Some("".into()), Some("".into()), None]
    );
    let of = |command: &[&str], done| {
        let command: Vec<Text> =
            command.iter().map(|word| Text::from((*word).to_owned())).collect();
        Program::answer(&command, &Container::default(), "default", program.files(done))
            .map(|ended| ended.code)
    };
    for command in [
        &["cat", "/tmp/healthy"][..],
        &["test", "-f", "/tmp/healthy"],
        &["ls", "/tmp/healthy"],
        &["sh", "-c", "[ -e /tmp/healthy ]"],
    ] {
        assert_eq!(
            [of(command, 0), of(command, 2), of(command, 3)],
            [Some(1), Some(0), Some(1)],
            "{command:?}"
        );
    }
    assert_eq!(of(&["cat", "/tmp/other"], 2), None);
    assert_eq!(of(&["sleep", "infinity"], 2), None);
}

/// What shell text does in a container with this image and these mounts, each with whether it can only be read.
fn in_image(image: &str, mounts: &[(&str, bool)], is_read_only: bool, text: &str) -> String {
    let mut all = container(&["sh", "-c", text]);
    all.image = Text::from(image.to_owned());
    let mount = |(path, read_only): &(&str, bool)| VolumeMount {
        mount_path: Text::from((*path).to_owned()),
        read_only: *read_only,
        ..VolumeMount::default()
    };
    all.volume_mounts = mounts.iter().map(mount).collect();
    let context = [(Text::Static("readOnlyRootFilesystem"), Value::Bool(is_read_only).into())];
    all.security_context = Raw(Some(Node::map(context)));
    Program::of(&all, "default").map_or("unknown".to_owned(), |program| short(&program))
}

#[test]
fn a_write_needs_a_folder() {
    let table = [
        (
            "busybox",
            "echo x > /data/x; exit",
            "print \"sh: can't create /data/x: nonexistent directory\\n\", exit 1",
        ),
        ("busybox", "echo x >> /tmp/x", "append /tmp/x \"x\\n\", exit 0"),
        ("busybox", "mkdir /data && echo x > /data/x", "write /data/x \"x\\n\", exit 0"),
        ("busybox", "mkdir -p /a/b/c; echo > /a/b/x", "write /a/b/x \"\\n\", exit 0"),
        (
            "busybox",
            "mkdir /a/b",
            "print \"mkdir: can't create directory '/a/b': No such file or directory\\n\", exit 1",
        ),
        (
            "busybox",
            "mkdir /tmp",
            "print \"mkdir: can't create directory '/tmp': File exists\\n\", exit 1",
        ),
        ("busybox", "mkdir -p /tmp", "exit 0"),
        (
            "busybox",
            "touch /data/x || exit 3",
            "print \"touch: /data/x: No such file or directory\\n\", exit 3",
        ),
        (
            "busybox",
            "echo > /data/x 2> /dev/null || exit 3",
            "print \"sh: can't create /data/x: nonexistent directory\\n\", exit 3",
        ),
        ("busybox", "echo 2> /dev/null > /data/x || exit 3", "exit 3"),
        (
            "busybox",
            ": > /data/x || sleep 1; sleep 2",
            "print \"sh: can't create /data/x: nonexistent directory\\n\", exit 1",
        ),
        (
            "busybox",
            "sh -c 'echo > /data/x'; sleep 2",
            "print \"sh: can't create /data/x: nonexistent directory\\n\", sleep 2000, exit 0",
        ),
        ("busybox", "echo > /usr/share/x", "write /usr/share/x \"\\n\", exit 0"),
        (
            "busybox",
            "while true; do touch /log/x; mkdir -p /log; sleep 1; done",
            "print \"touch: /log/x: No such file or directory\\n\", sleep 1000, append /log/x \"\", forever",
        ),
        (
            "busybox",
            "echo > x; echo > d/x",
            "write x \"\\n\", print \"sh: can't create d/x: nonexistent directory\\n\", exit 1",
        ),
        (
            "busybox",
            "echo > /var/log/x || exit 3",
            "print \"sh: can't create /var/log/x: nonexistent directory\\n\", exit 3",
        ),
        ("alpine:3", "echo > /var/log/x", "write /var/log/x \"\\n\", exit 0"),
        ("app:1", "echo > /data/x", "write /data/x \"\\n\", exit 0"),
    ];
    for (image, text, wanted) in table {
        assert_eq!(in_image(image, &[], false, text), wanted, "{image}: {text}");
    }
    let mounts = [("/data", false), ("/mnt/deep/", false), ("/config", true)];
    let table = [
        ("echo > /data/x", "write /data/x \"\\n\", exit 0"),
        ("echo > /data/sub/x", "write /data/sub/x \"\\n\", exit 0"),
        (
            "echo > /mnt/deep/x; echo > /mnt/x",
            "write /mnt/deep/x \"\\n\", write /mnt/x \"\\n\", exit 0",
        ),
        (
            "echo > /database/x",
            "print \"sh: can't create /database/x: nonexistent directory\\n\", exit 1",
        ),
        (
            "echo > /config/x",
            "print \"sh: can't create /config/x: Read-only file system\\n\", exit 1",
        ),
        ("mkdir /data", "print \"mkdir: can't create directory '/data': File exists\\n\", exit 1"),
    ];
    for (text, wanted) in table {
        assert_eq!(in_image("busybox", &mounts, false, text), wanted, "{text}");
    }
}

#[test]
fn a_root_file_system_that_can_only_be_read_refuses_writes_outside_volumes() {
    let refused =
        |path: &str| format!("print \"sh: can't create {path}: Read-only file system\\n\", exit 1");
    for image in ["busybox", "app:1"] {
        let of = |text: &str| in_image(image, &[("/data", false)], true, text);
        assert_eq!(of("echo > /tmp/x"), refused("/tmp/x"));
        assert_eq!(of("echo > /data/x"), "write /data/x \"\\n\", exit 0");
        assert_eq!(of("echo > /dev/termination-log"), "write /dev/termination-log \"\\n\", exit 0");
        assert_eq!(of("echo > /dev/null"), "exit 0");
        assert_eq!(of("touch /tmp/x"), "print \"touch: /tmp/x: Read-only file system\\n\", exit 1");
        assert_eq!(
            of("mkdir /new"),
            "print \"mkdir: can't create directory '/new': Read-only file system\\n\", exit 1"
        );
        assert_eq!(of("mkdir -p /data/new"), "exit 0");
    }
    let of = |image: &str, text: &str| in_image(image, &[], true, text);
    assert_eq!(of("busybox", "mkdir -p /tmp"), "exit 0");
    assert_eq!(of("app:1", "mkdir -p /tmp"), "unknown", "the folder may be there");
    assert_eq!(of("app:1", "echo > x"), "unknown", "the working directory may be a volume");
    assert_eq!(
        of("busybox", "echo > /data/x; exit 0"),
        "print \"sh: can't create /data/x: nonexistent directory\\n\", exit 0"
    );
}
