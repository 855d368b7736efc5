//! Rules of the section on validation that no recording asks for: what is wrong, and what the API server says.

use podlab::command::Command;
use podlab::manifest::{ReadOptions, read};
use podlab::release::Release;
use podlab::sim::Sim;
use podlab::world::Settings;

/// What the API server answers to a Pod with that name, in its spec, and in its first container; empty when it takes it.
fn answer(release: Release, name: &str, spec: &str, container: &str) -> String {
    let text = format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{{name}}}, spec: {{{spec} containers: [{{{container}}}]}}}}"
    );
    let options = ReadOptions { release, ..ReadOptions::default() };
    let mut sim = Sim::with_nodes(Settings { release, ..Settings::default() }, 1);
    match read(&text, &options) {
        Err(problems) => problems.iter().map(|p| format!("{}: {}; ", p.path, p.message)).collect(),
        Ok(objects) => objects
            .into_iter()
            .filter_map(|object| sim.apply(Command::Create(Box::new(object))).err())
            .map(|error| error.message.to_string())
            .collect(),
    }
}

const NAME: &str = "name: demo";
const APP: &str = "name: app, image: nginx";

#[test]
fn what_is_wrong_is_told_in_the_api_servers_words() {
    let app = |more: &str| format!("{APP}, {more}");
    let probe = |more: &str| app(&format!("livenessProbe: {{tcpSocket: {{port: 80}}, {more}}}"));
    let c = "spec.containers[0]";
    let rows: Vec<(&str, &str, String, String, String)> = vec![
        ("P-1301", "labels: {a: b}", String::new(), APP.into(), "metadata.name: Required value: name or generateName is required".into()),
        ("P-1302", "name: My_Pod", String::new(), APP.into(), "metadata.name: Invalid value: \"My_Pod\": ".into()),
        ("P-1304", NAME, String::new(), "image: nginx".into(), format!("{c}.name: Required value")),
        ("P-1305", NAME, String::new(), "name: Web, image: nginx".into(), format!("{c}.name: Invalid value: \"Web\": a lowercase RFC 1123 label")),
        ("P-1306", NAME, String::new(), "name: a.b, image: nginx".into(), format!("{c}.name: Invalid value: \"a.b\": must not contain dots")),
        ("P-1307", NAME, String::new(), format!("name: {}, image: nginx", "a".repeat(64)), "must be no more than 63 ".into()),
        ("P-1308", NAME, String::new(), format!("{APP}}}, {{{APP}"), "spec.containers[1].name: Duplicate value: \"app\"".into()),
        ("P-1309", NAME, format!("initContainers: [{{{APP}}}],"), APP.into(), "Duplicate value: \"app\"".into()),
        ("P-1310", NAME, String::new(), "name: app".into(), format!("{c}.image: Required value")),
        ("P-1312", NAME, String::new(), app("imagePullPolicy: always"), format!("{c}.imagePullPolicy: Unsupported value: \"always\": supported values: \"Always\", \"IfNotPresent\", \"Never\"")),
        ("P-1313", NAME, "restartPolicy: always,".into(), APP.into(), "spec.restartPolicy: Unsupported value: \"always\": supported values: \"Always\", \"OnFailure\", \"Never\"".into()),
        ("P-1323", NAME, String::new(), probe("successThreshold: 2"), format!("{c}.livenessProbe.successThreshold: Invalid value: 2: must be 1")),
        ("P-1324", NAME, String::new(), app("startupProbe: {tcpSocket: {port: 80}, successThreshold: 2}"), format!("{c}.startupProbe.successThreshold: Invalid value: 2: must be 1")),
        ("P-1325", NAME, String::new(), app("readinessProbe: {tcpSocket: {port: 80}, periodSeconds: -1}"), format!("{c}.readinessProbe.periodSeconds: Invalid value: -1: must be greater than or equal to 0")),
        ("P-1326", NAME, String::new(), probe("terminationGracePeriodSeconds: 0"), format!("{c}.livenessProbe.terminationGracePeriodSeconds: Invalid value: 0: must be greater than 0")),
        ("P-1327", NAME, String::new(), app("readinessProbe: {tcpSocket: {port: 80}, terminationGracePeriodSeconds: 10}"), format!("{c}.readinessProbe.terminationGracePeriodSeconds: Invalid value: 10: must not be set for readinessProbes")),
        ("P-1331", NAME, String::new(), app("livenessProbe: {httpGet: {port: 80, scheme: http}}"), format!("{c}.livenessProbe.httpGet.scheme: Unsupported value: \"http\": supported values: \"HTTP\", \"HTTPS\"")),
        ("P-1333", NAME, String::new(), app("livenessProbe: {exec: {}}"), format!("{c}.livenessProbe.exec.command: Required value")),
        ("P-1334", NAME, String::new(), app("lifecycle: {preStop: {}}"), format!("{c}.lifecycle.preStop: Required value: must specify a handler type")),
        ("P-1337", NAME, String::new(), app("ports: [{containerPort: 70000}]"), format!("{c}.ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive")),
        ("P-1338", NAME, String::new(), app("ports: [{containerPort: 80, protocol: tcp}]"), format!("{c}.ports[0].protocol: Unsupported value: \"tcp\": supported values: \"SCTP\", \"TCP\", \"UDP\"")),
        ("P-1339", NAME, String::new(), app("ports: [{name: http, containerPort: 80}, {name: http, containerPort: 81}]"), format!("{c}.ports[1].name: Duplicate value: \"http\"")),
        ("P-1345", NAME, "volumes: [{name: a, emptyDir: {}}, {name: b, emptyDir: {}}],".into(), app("volumeMounts: [{name: a, mountPath: /data}, {name: b, mountPath: /data}]"), format!("{c}.volumeMounts[1].mountPath: Invalid value: \"/data\": must be unique")),
        ("P-1346", NAME, "volumes: [{name: a, emptyDir: {}}, {name: a, emptyDir: {}}],".into(), APP.into(), "spec.volumes[1].name: Duplicate value: \"a\"".into()),
        ("P-1350", NAME, "activeDeadlineSeconds: 0,".into(), APP.into(), "spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive".into()),
        ("P-1355", NAME, "readinessGates: [{conditionType: bad key!}],".into(), APP.into(), "spec.readinessGates[0].conditionType: Invalid value: \"bad key!\": ".into()),
        ("P-1356", NAME, "nodeName: node-1, schedulingGates: [{name: a.example.com/b}],".into(), APP.into(), "spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared".into()),
    ];
    for (rule, name, spec, container, expected) in rows {
        let said = answer(Release::Current, name, &spec, &container);
        assert!(said.contains(&expected), "{rule}: {said}");
    }
}

#[test]
fn what_a_release_does_not_take_yet_is_told_too() {
    let own = format!("{APP}, restartPolicy: Never");
    let said = answer(Release::V1_28, NAME, "", &own);
    assert!(
        said.contains(
            "spec.containers[0].restartPolicy: Forbidden: may not be set for non-init containers"
        ),
        "P-1314: {said}"
    );
    let init = format!("initContainers: [{{name: i, image: nginx, restartPolicy: Never}}],");
    let said = answer(Release::V1_28, NAME, &init, APP);
    assert!(
        said.contains("restartPolicy: Unsupported value: \"Never\": supported values: \"Always\""),
        "P-1315: {said}"
    );
    let rules =
        format!("{own}, restartPolicyRules: [{{action: Restart, exitCodes: {{values: [1]}}}}]");
    let said = answer(Release::Current, NAME, "", &rules);
    let operator = "restartPolicyRules[0].exitCodes.operator: Unsupported value: \"\": supported values: \"In\", \"NotIn\"";
    assert!(said.contains(operator), "P-1317: {said}");
}

#[test]
fn what_looks_wrong_and_is_none_is_taken() {
    // Rule P-1370.
    for release in Release::ALL {
        for (spec, more) in [
            (
                "",
                "livenessProbe: {tcpSocket: {port: 80}, periodSeconds: 0, timeoutSeconds: 0, successThreshold: 0, failureThreshold: 0}",
            ),
            ("", "livenessProbe: {tcpSocket: {port: 80}, periodSeconds: 1, timeoutSeconds: 60}"),
            ("terminationGracePeriodSeconds: -5,", "command: [does, not, exist]"),
            ("", "envFrom: [{configMapRef: {name: missing}}]"),
            ("restartPolicy: Never,", "livenessProbe: {tcpSocket: {port: 80}}"),
            ("volumes: [{name: v, persistentVolumeClaim: {claimName: missing}}],", "env: []"),
        ] {
            let said = answer(release, NAME, spec, &format!("{APP}, {more}"));
            assert_eq!(said, "", "{release:?}: {more}");
        }
        assert_eq!(answer(release, NAME, "", "name: app, image: 'Not/A VALID:image'"), "");
    }
}
