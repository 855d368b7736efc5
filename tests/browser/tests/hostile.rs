//! Files and attributes of those who mean harm: nothing in them runs, and nothing becomes markup. Figures are in a page that allows
//! everything, so that no policy helps.

use podlab::manifest::emit::json;
use podlab::manifest::node::Node;
use podlab::manifest::yaml;
use podlab_browser_tests::Page;
use podlab_browser_tests::texts::{with_each_key, with_each_text};
use serde_json::{Value, json};

/// What would be seen and would run, wherever it is put into a page: in an element, in an attribute, in a script.
const MARKUP: &str = "`${window.hacked=1}`'\"></script></textarea></style><img src=x onerror=window.hacked=1><svg onload=window.hacked=1>\
     <iframe srcdoc='<script>parent.hacked=1</script>'></iframe>";

const POD: &str = r#"
apiVersion: v1
kind: Pod
metadata:
  name: demo
  namespace: default
  labels: {app: web}
  annotations: {note: a text}
spec:
  restartPolicy: OnFailure
  serviceAccountName: default
  hostname: one
  subdomain: two
  tolerations:
  - {key: a, operator: Equal, value: b, effect: NoExecute}
  volumes:
  - name: cache
    emptyDir: {sizeLimit: 1Gi}
  - name: settings
    configMap: {name: settings}
  initContainers:
  - name: first
    image: busybox:1
    command: [sh]
  containers:
  - name: app
    image: nginx:1.25
    imagePullPolicy: IfNotPresent
    command: [sh, -c, "sleep 1"]
    args: [first]
    workingDir: /work
    env:
    - {name: A, value: b}
    ports:
    - {name: http, containerPort: 80, protocol: TCP}
    resources:
      requests: {cpu: 100m, memory: 10Mi}
    volumeMounts:
    - {name: cache, mountPath: /cache}
    terminationMessagePath: /dev/termination-log
    terminationMessagePolicy: File
    livenessProbe:
      httpGet:
        path: /healthz
        port: http
        scheme: HTTP
        httpHeaders:
        - {name: A, value: b}
    readinessProbe:
      exec: {command: [cat, /ready]}
    lifecycle:
      preStop:
        exec: {command: [sh]}
"#;

const SET: &str = r"
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: web, labels: {app: web}, annotations: {note: a text}}
spec:
  serviceName: web
  replicas: 2
  podManagementPolicy: OrderedReady
  updateStrategy: {type: RollingUpdate}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}, annotations: {note: a text}}
    spec:
      containers:
      - {name: nginx, image: nginx, volumeMounts: [{name: data, mountPath: /data}]}
  volumeClaimTemplates:
  - metadata: {name: data}
    spec:
      accessModes: [ReadWriteOnce]
      storageClassName: standard
      resources: {requests: {storage: 1Gi}}
";

/// The Pod that the scenario acts on.
const ACTED_ON: &str = r#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "demo"},
  "spec": {"containers": [{"name": "app", "image": "nginx"}]}}"#;

const SCENARIO: &str = r#"
apiVersion: podlab/v1
kind: Scenario
metadata: {name: harm, namespace: default}
title: A title
summary: A summary
group: A group
kubernetes: "1.28"
until: 60
clusterDomain: cluster.local
nodes: 2
actions:
- {t: 0, do: runtime-rule, container: app, plan: [{run: 3, exit: 1, message: A message, log: A log}]}
- {t: 1, do: registry, image: nginx, delay: 1, error: An error}
- {t: 2, do: label-node, node: node-1, label: zone=a}
- {t: 3, do: taint, node: node-2, taint: "a=b:NoSchedule"}
- {t: 4, do: set-condition, pod: demo, type: example.com/ready, status: "True"}
- {t: 8, do: kubectl, cmd: kubectl annotate pod demo a=b}
- {t: 9, do: node-pressure, node: node-2, resource: memory, available: 10Mi}
- {t: 10, do: static-pod-removed, node: node-1, pod: none}
- {t: 11, do: container-exit, pod: demo, container: app, code: 1, reason: Error}
- {t: 12, do: evict, pod: demo}
- {t: 13, do: delete, object: pod/demo}
"#;

/// The files as they are, and once for each of their texts, and of the Pod's keys, which are markup then.
fn files() -> Vec<String> {
    let acted_on = format!("\n---\n{ACTED_ON}");
    let mut files = Vec::new();
    for (text, rest) in [(POD, ""), (SET, ""), (SCENARIO, acted_on.as_str())] {
        let tree = yaml::parse(text).expect("YAML").remove(0);
        let texts = with_each_text(&tree, MARKUP);
        let keys = if text == POD { with_each_key(&tree, MARKUP) } else { Vec::new() };
        assert!(texts.len() > 15, "{}", texts.len());
        let write = |tree: &Node| json(tree) + rest;
        files.extend([tree].iter().chain(&texts).chain(&keys).map(write));
    }
    files
}

/// Functions for the scripts below: what is foreign in a tree, and waiting.
const FUNCTIONS: &str = "
    const wait = (time) => new Promise((go) => setTimeout(go, time));
    // Podlab has pictures before figures are alive, and draws others itself.
    const foreign = (root) => [...root.querySelectorAll('*')].filter((each) =>
      ['IMG', 'SCRIPT', 'IFRAME', 'OBJECT', 'EMBED'].includes(each.tagName.toUpperCase()) && !each.closest('.poster, pod-lab > script')
      || each.getAttributeNames().some((name) => name.startsWith('on') || name === 'srcdoc')
      || /^(javascript|data:text)/i.test(each.getAttribute('href') ?? '')).map((each) => each.outerHTML.slice(0, 200));
";

#[test]
fn markup_in_a_file_of_a_figure_stays_text() {
    let page = Page::open("/fixtures/empty.html");
    let mut opened = 0;
    for file in files() {
        let told = page.promise(
            &format!(
                "{FUNCTIONS}
                 const {{ create }} = await import('/pkg/dist/podlab.js');
                 const address = URL.createObjectURL(new Blob([args[0]]));
                 const nested = document.createElement('pod-lab');
                 const script = Object.assign(document.createElement('script'), {{ type: 'application/yaml', textContent: args[0] }});
                 nested.append(script);
                 document.querySelector('main').append(nested);
                 const options = {{ controls: 'full', panels: 'tracks why events watch describe yaml explore' }};
                 for (const [name, value] of Object.entries(options)) nested[name] = value;
                 const figures = [create('main', {{ ...options, manifest: args[0] }}), create('main', {{ ...options, src: address }}), nested];
                 const found = [];
                 const alive = [];
                 for (const figure of figures) {{
                   alive.push(await figure.pause().then(() => true, () => false));
                   found.push(...foreign(figure.shadowRoot));
                   // All three are drawn alike.
                   if (figure !== figures[0] || !alive[0]) continue;
                   await figure.seek(2);
                   for (const tab of figure.shadowRoot.querySelectorAll('[role=tab]')) {{
                     tab.click();
                     await wait(20);
                     found.push(...foreign(figure.shadowRoot));
                   }}
                   await figure.seek(20);
                   found.push(...foreign(figure.shadowRoot));
                 }}
                 for (const figure of figures) figure.remove();
                 URL.revokeObjectURL(address);
                 return [alive, [...found, ...foreign(document.body)], window.hacked ?? null]"
            ),
            &[file.as_str().into()],
        );
        let alive = told[0].as_array().expect("three figures");
        assert!(alive.iter().all(|each| each == &alive[0]), "{told} of {file}");
        opened += usize::from(alive[0] == json!(true));
        assert_eq!((&told[1], &told[2]), (&json!([]), &Value::Null), "{told} of {file}");
    }
    assert!(opened > 20, "{opened} were opened");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn markup_in_an_attribute_stays_text() {
    let page = Page::open("/fixtures/empty.html");
    let script = format!(
        "{FUNCTIONS}
         const {{ create }} = await import('/pkg/dist/podlab.js');
         const values = [args[0], 'javascript:window.hacked=1', 'data:text/html,<script>window.hacked=1</script>', '__proto__', '\\0', '-1',
                         'x'.repeat(100000)];
         // What is looked for is found where it is.
         const is = foreign(new DOMParser().parseFromString(args[0], 'text/html').body).length;
         const found = is === 3 ? [] : [`${{is}} of 3 are found`];
         const check = (figure) => found.push(...foreign(figure.shadowRoot));
         let alive = 0;
         for (const value of values) {{
           // From the beginning, and on a figure that is alive.
           const first = document.createElement('pod-lab');
           first.setAttribute(args[1], value);
           document.querySelector('main').append(first);
           const second = create('main', {{ scene: 'runs' }});
           await second.pause();
           second.setAttribute(args[1], value);
           for (const figure of [first, second]) {{
             check(figure);
             await figure.seek(3).then(() => (alive += 1), () => {{}});
             check(figure);
             figure.remove();
           }}
         }}
         return [alive, [...found, ...foreign(document.body)], window.hacked ?? null]"
    );
    // What a figure cannot use it is opened without, where there is something else to be shown.
    let is_open = [
        ("theme", Some(14)),
        ("goal", Some(14)),
        ("lang", Some(14)),
        ("speed", Some(14)),
        ("start-at", Some(14)),
        ("quiz", Some(14)),
        ("poster", Some(14)),
        ("autoplay", Some(14)),
        ("readonly", Some(14)),
        ("release", Some(0)),
        ("controls", Some(0)),
        ("src", Some(0)),
        ("manifest", Some(0)),
        ("panels", None),
        ("scene", None),
    ];
    // One script for each: a driver gives a script two minutes at most.
    for (name, alive) in is_open {
        let told = page.promise(&script, &[MARKUP.into(), name.into()]);
        assert_eq!((&told[1], &told[2]), (&json!([]), &Value::Null), "{name}: {told}");
        if let Some(alive) = alive {
            assert_eq!(told[0], alive, "{name}: {told}");
        }
    }
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}
