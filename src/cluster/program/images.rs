//! The images whose program is known when their container names no command.

use super::{End, Program, Step};
use crate::api::container::Container;

/// Images that begin with a shell and have no entrypoint. A shell without input ends at once.
const SHELLS: [&str; 9] = [
    "alpine",
    "amazonlinux",
    "archlinux",
    "busybox",
    "centos",
    "debian",
    "fedora",
    "rockylinux",
    "ubuntu",
];

/// The places where these images are.
const PLACES: [&str; 10] = [
    "",
    "docker.io/",
    "docker.io/library/",
    "gcr.io/google-containers/",
    "gcr.io/google_containers/",
    "k8s.gcr.io/",
    "library/",
    "mirror.gcr.io/library/",
    "public.ecr.aws/docker/library/",
    "registry.k8s.io/",
];

/// The folders of `busybox`.
const BUSYBOX: [&str; 18] = [
    "/",
    "/bin",
    "/dev",
    "/etc",
    "/home",
    "/lib",
    "/lib64",
    "/proc",
    "/root",
    "/sys",
    "/tmp",
    "/usr",
    "/usr/bin",
    "/usr/sbin",
    "/var",
    "/var/spool",
    "/var/spool/mail",
    "/var/www",
];

/// The folders of `alpine`.
const ALPINE: [&str; 30] = [
    "/",
    "/bin",
    "/dev",
    "/etc",
    "/home",
    "/lib",
    "/media",
    "/media/cdrom",
    "/media/floppy",
    "/media/usb",
    "/mnt",
    "/opt",
    "/proc",
    "/root",
    "/run",
    "/sbin",
    "/srv",
    "/sys",
    "/tmp",
    "/usr",
    "/var",
    "/var/cache",
    "/var/empty",
    "/var/lib",
    "/var/local",
    "/var/log",
    "/var/mail",
    "/var/opt",
    "/var/spool",
    "/var/tmp",
];

/// Returns the folders of an image, without those that are below a folder of the system.
pub(super) fn folders(image: &str) -> Option<&'static [&'static str]> {
    match name(image)? {
        "busybox" => Some(&BUSYBOX),
        "alpine" => Some(&ALPINE),
        _ => None,
    }
}

/// Returns whether the arguments of a container with this image are the whole command.
pub(super) fn has_no_entrypoint(image: &str) -> bool {
    name(image).is_some_and(|name| SHELLS.contains(&name))
}

/// Returns what the program of an image does.
pub(super) fn program(container: &Container) -> Option<Program> {
    let name = name(&container.image)?;
    if name == "hello-world" {
        let steps = vec![Step::Print("Hello from Docker!\n".into())];
        return Some(Program { steps, end: End::Exit(0), again: Vec::new() });
    }
    let has_input = container.stdin || container.tty;
    let end = if has_input { End::Forever } else { End::Exit(0) };
    SHELLS.contains(&name).then(|| Program { steps: Vec::new(), end, again: Vec::new() })
}

/// Returns the name of an image that is in one of the usual places, without tag and digest.
fn name(image: &str) -> Option<&str> {
    let image = image.split('@').next().unwrap_or(image);
    let (place, name) = image.rfind('/').map_or(("", image), |at| image.split_at(at + 1));
    PLACES.contains(&place).then(|| name.split(':').next().unwrap_or(name))
}
