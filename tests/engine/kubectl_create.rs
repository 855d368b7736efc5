//! Lines for kubectl that make objects from their words alone.

use crate::common::wait;
use crate::kubectl_command::{cluster, err, out, typed};
use podlab::rules::release::Release;

#[test]
fn objects_are_created_from_words_alone() {
    let sim = &mut cluster(Release::Current);
    let made = "kubectl create configmap settings --from-literal=a=1 --from-literal b=x=y";
    assert_eq!(out(sim, made), "configmap/settings created\n");
    let made = "kubectl create secret generic token --from-literal=key=s3cret";
    assert_eq!(out(sim, made), "secret/token created\n");
    let made = "kubectl create deployment shop --image=docker.io/library/nginx:1.27 --replicas=2";
    assert_eq!(out(sim, made), "deployment.apps/shop created\n");
    let run = "kubectl run task --image=busybox --restart=Never --env=A=1 --command -- sh -c 'sleep 2; exit 3'";
    assert_eq!(out(sim, run), "pod/task created\n");
    let run = "kubectl run disks --image=busybox --command -- df -h";
    assert_eq!(out(sim, run), "pod/disks created\n", "the flags after -- are the program's");
    let made = "kubectl create deploy two --image=a/x:1 --image=b/z:2 --port=80";
    assert_eq!(out(sim, made), "deployment.apps/two created\n");
    wait(sim, 60);
    let pods = out(sim, "kubectl get pods -l app=two -o yaml");
    assert!(pods.contains("name: x\n") && pods.contains("name: z\n"), "{pods}");
    for (line, kind, name) in [
        ("kubectl create cm settings", "configmaps", "settings"),
        ("kubectl create secret generic token", "secrets", "token"),
    ] {
        let what = kind.trim_end_matches('s');
        let there = format!("error: failed to create {what}: {kind} {name:?} already exists\n");
        assert_eq!(typed(sim, line).err, there);
    }
    assert!(out(sim, "kubectl get deploy").contains("2/2"));
    let pods = out(sim, "kubectl get pods -l app=shop -o yaml");
    assert_eq!(pods.matches("- image: docker.io/library/nginx:1.27").count(), 2, "{pods}");
    assert!(pods.contains("name: nginx\n"), "the container is named as its image: {pods}");
    let task = out(sim, "kubectl get pod task -o yaml");
    assert!(task.contains("phase: Failed") && task.contains("exitCode: 3"), "{task}");
    assert!(task.contains("run: task"), "it has the label that kubectl gives: {task}");
}

#[test]
fn what_is_wrong_with_an_object_from_words_is_said() {
    let sim = &mut cluster(Release::Current);
    for (line, complaint) in [
        ("kubectl create configmap", "error: exactly one NAME is required, got 0"),
        (
            "kubectl create cm a --from-literal=b",
            "error: invalid literal source b, expected key=value",
        ),
        ("kubectl create secret tls a", "error: Podlab knows kubectl create secret generic only"),
        (
            "kubectl create cm a --from-literal=b=1 --from-literal=b=2",
            "error: cannot add key \"b\", another key by that name already exists in Data for ConfigMap \"a\"",
        ),
        (
            "kubectl create cm a --image=b",
            "error: unknown flag: --image\nSee 'kubectl create configmap --help' for the flags that Podlab knows.",
        ),
        ("kubectl create deployment web", "error: required flag(s) \"image\" not set"),
        (
            "kubectl create deployment a --image=b,c -- sh",
            "error: cannot specify multiple --image options and command",
        ),
        (
            "kubectl create pod a --image=b",
            "error: kubectl create makes no Pods: use kubectl run NAME --image=IMAGE",
        ),
        ("kubectl create", "error: Podlab needs what to create: configmap, deployment, secret"),
        ("kubectl run --image=b", "error: NAME is required for run"),
        ("kubectl run a --image=", "error: --image is required"),
        ("kubectl run a --image=b --env==1", "error: invalid env: =1"),
        ("kubectl run a --image=b -l foo", "error: unexpected label spec: foo"),
        ("kubectl expose pod web-0 --port=80 -l foo", "error: unexpected label spec: foo"),
        ("kubectl run a --image=b -l a=b=c", "error: unexpected label spec: a=b=c"),
        ("kubectl run a --image=b -l =b", "error: unexpected empty label key"),
        ("kubectl run a", "error: required flag(s) \"image\" not set"),
        ("kubectl run a --image=b --restart=Maybe", "error: invalid restart policy: Maybe"),
    ] {
        assert_eq!(err(sim, line), complaint, "{line}");
    }
    let again = typed(sim, "kubectl run web-0 --image=b");
    assert_eq!(again.err, "Error from server (AlreadyExists): pods \"web-0\" already exists\n");
}
