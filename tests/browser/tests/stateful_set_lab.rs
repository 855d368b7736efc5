//! The StatefulSet lab: what a person sees and does there. The order of things is read off the lanes.

use podlab_browser_tests::Page;

/// A lane as it is seen.
#[derive(Clone, Debug, Default, PartialEq)]
struct Lane {
    pod: String,
    /// What kubectl prints; empty without a Pod.
    status: String,
    ready: String,
    revision: String,
    wait: String,
    gate: String,
    claim: String,
}

/// The page with a scene and time standing still.
fn open(title: &str) -> Page {
    let page = Page::open("/");
    page.click_css(".scene-button");
    page.wait_until("the scenes", |page| page.count("#scenes:popover-open") == 1);
    page.js(
        "[...document.querySelectorAll('.scene')].find((scene) => scene.firstChild.data === arguments[0]).click()",
        &[title.into()],
    );
    page.wait_until("the lanes", |page| page.count(".lane") > 0);
    if page.has("button", "Pause") {
        page.click("button", "Pause");
    }
    page.js(
        "const range = document.querySelector('.scrub input');
         range.value = 0;
         range.dispatchEvent(new InputEvent('input', { bubbles: true }));
         range.dispatchEvent(new Event('change', { bubbles: true }));",
        &[],
    );
    page
}

fn lanes(page: &Page) -> Vec<Lane> {
    let seen = page.js(
        "return [...document.querySelectorAll('.lane')].map((lane) => {
           const text = (css) => lane.querySelector(css)?.textContent ?? '';
           const pod = lane.querySelector('.lane-pod');
           return [lane.dataset.pod, pod.dataset.status ?? '', pod.dataset.ready ?? '', text('.revision'),
             text('.lane-wait'), lane.querySelector('.gate')?.className ?? '', text('.claim-name') + ' ' + text('.claim-state')];
         })",
        &[],
    );
    let rows = seen.as_array().cloned().unwrap_or_default();
    let text = |row: &serde_json::Value, index: usize| {
        row[index].as_str().unwrap_or_default().trim().to_owned()
    };
    rows.iter()
        .map(|row| Lane {
            pod: text(row, 0),
            status: text(row, 1),
            ready: text(row, 2),
            revision: text(row, 3),
            wait: text(row, 4),
            gate: text(row, 5),
            claim: text(row, 6),
        })
        .collect()
}

fn lane(page: &Page, pod: &str) -> Lane {
    lanes(page).into_iter().find(|lane| lane.pod == pod).unwrap_or_default()
}

fn next(page: &Page) {
    page.click("button", "Next change");
}

/// Lets time pass, change by change, until the condition holds.
fn step_until(page: &Page, what: &str, holds: impl Fn(&Page) -> bool) {
    for _ in 0..500 {
        if holds(page) {
            return;
        }
        next(page);
    }
    let (clock, errors) = (page.text(".clock"), page.console_errors());
    panic!("never came: {what}; at {clock}: {:#?}; the console says {errors:?}", lanes(page));
}

fn are_ready(page: &Page, count: usize) -> bool {
    let lanes = lanes(page);
    lanes.iter().filter(|lane| lane.ready == "1/1" && lane.status == "Running").count() == count
}

/// The names in the order in which something becomes true of their lanes.
fn order(page: &Page, count: usize, is_so: impl Fn(&Lane) -> bool) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for _ in 0..500 {
        for lane in lanes(page).iter().filter(|lane| is_so(lane)) {
            if !found.contains(&lane.pod) {
                found.push(lane.pod.clone());
            }
        }
        if found.len() == count {
            return found;
        }
        next(page);
    }
    panic!("only {found:?} at {}", page.text(".clock"));
}

fn intention(page: &Page) -> String {
    page.text("#intention")
}

#[test]
fn ordered_ready_creates_one_pod_after_the_other() {
    let page = open("Three Pods, one by one");
    step_until(&page, "web-0", |page| !lane(page, "web-0").status.is_empty());
    assert!(lane(&page, "web-1").status.is_empty(), "{:#?}", lanes(&page));
    let waiting = lane(&page, "web-1");
    assert!(waiting.wait.starts_with("waits: web-0 is "), "{waiting:?}");
    assert!(waiting.gate.contains("is-shut"), "{waiting:?}");
    assert!(
        intention(&page).contains("create web-1 as soon as web-0 is Ready"),
        "{}",
        intention(&page)
    );
    let mut created = vec!["web-0".to_owned()];
    while created.len() < 3 {
        next(&page);
        let seen = lanes(&page);
        let there = seen.iter().filter(|lane| !lane.status.is_empty()).count();
        if there > created.len() {
            let before = &seen[created.len() - 1];
            assert_eq!(before.ready, "1/1", "{seen:#?}");
            created.push(seen[created.len()].pod.clone());
        }
    }
    step_until(&page, "all ready", |page| are_ready(page, 3));
    assert!(lanes(&page).iter().skip(1).all(|lane| lane.gate.contains("is-open")));
    page.assert_healthy();
}

#[test]
fn parallel_creates_all_pods_at_once() {
    let page = open("Three Pods at once");
    step_until(&page, "all Pods", |page| lanes(page).iter().all(|lane| !lane.status.is_empty()));
    assert!(are_ready(&page, 0), "{:#?}", lanes(&page));
}

#[test]
fn web_2_waits_when_web_0_fails_although_web_1_is_ready() {
    let page = open("web-0 fails before web-2 exists");
    step_until(&page, "a third lane", |page| lanes(page).len() == 3);
    let waiting = lane(&page, "web-2");
    assert_eq!((waiting.status.as_str(), lane(&page, "web-1").ready.as_str()), ("", "1/1"));
    assert!(
        waiting.wait.starts_with("waits: web-0 is Running but not Ready, readiness probe failed"),
        "{waiting:?}"
    );
    assert_eq!(intention(&page), "Next: create web-2 as soon as web-0 is Ready.");
    assert!(
        page.text(".why-not").contains("web-0 must be Running and Ready before the set goes on.")
    );
    step_until(&page, "web-2", |page| !lane(page, "web-2").status.is_empty());
    assert_eq!(lane(&page, "web-0").ready, "1/1");
    step_until(&page, "all ready", |page| are_ready(page, 3));
}

#[test]
fn web_1_stays_when_web_0_fails_during_a_scale_down() {
    let page = open("web-0 fails during a scale-down");
    step_until(&page, "no web-2", |page| {
        page.text(".clock").as_str() > "0:00:3" && lane(page, "web-2").status.is_empty()
    });
    let (first, second) = (lane(&page, "web-0"), lane(&page, "web-1"));
    assert_eq!((first.ready.as_str(), second.status.as_str()), ("0/1", "Running"));
    assert!(second.wait.contains("web-0 is Running but not Ready"), "{second:?}");
    assert_eq!(intention(&page), "Next: delete web-1 as soon as web-0 is Ready.");
    step_until(&page, "no web-1", |page| lane(page, "web-1").status.is_empty());
    assert_eq!(lane(&page, "web-0").ready, "1/1");
}

#[test]
fn a_set_shrinks_from_the_top_and_claims_stay() {
    let page = open("From five to one");
    step_until(&page, "five Pods", |page| are_ready(page, 5));
    let gone = order(&page, 4, |lane| lane.status.is_empty());
    assert_eq!(gone, ["web-4", "web-3", "web-2", "web-1"]);
    let kept: Vec<String> = lanes(&page).into_iter().map(|lane| lane.claim).collect();
    assert_eq!(kept.len(), 5, "{kept:?}");
    assert!(kept[4].contains("www-web-4 Bound, kept"), "{kept:?}");
}

#[test]
fn an_update_goes_down_from_the_highest_ordinal() {
    let page = open("Three Pods, one by one");
    step_until(&page, "three Pods", |page| are_ready(page, 3));
    page.click("button", "Image v2");
    page.wait_for_text(".done", "$ kubectl set image sts/web nginx=registry.k8s.io/nginx-slim:v2");
    let updated = order(&page, 3, |lane| lane.revision == "rev 2" && lane.ready == "1/1");
    assert_eq!(updated, ["web-2", "web-1", "web-0"]);
    step_until(&page, "one revision", |page| {
        page.text("[data-count=currentRevision] dd") == page.text("[data-count=updateRevision] dd")
    });
}

#[test]
fn the_partition_is_moved_by_keyboard_and_by_pointer() {
    let page = open("Three Pods, one by one");
    step_until(&page, "three Pods", |page| are_ready(page, 3));
    page.js("document.querySelector('.partition input').focus()", &[]);
    page.press("ArrowRight");
    page.press("ArrowRight");
    page.wait_until("the partition at 2", |page| {
        page.text(".done").contains("\"partition\":2")
            && page.text(".partition-note") == "partition 2: web-2 and up are updated"
    });
    page.click("button", "Image v2");
    step_until(&page, "a canary", |page| {
        let canary = lane(page, "web-2");
        canary.revision == "rev 2" && canary.ready == "1/1"
    });
    for _ in 0..5 {
        next(&page);
    }
    assert_eq!(lane(&page, "web-0").revision, "rev 1");
    assert_eq!(lane(&page, "web-1").wait, "stays at its revision");
    page.drag(".partition input", -150, 0);
    page.wait_until("another partition", |page| {
        !page.text(".partition-note").starts_with("partition 2")
    });
}

#[test]
fn undo_does_not_mend_a_broken_rollout_but_deleting_the_pod_does() {
    let page = open("Three Pods, one by one");
    step_until(&page, "three Pods", |page| are_ready(page, 3));
    page.click("button", "Image broken");
    step_until(&page, "a broken Pod", |page| {
        ["ErrImagePull", "ImagePullBackOff"].contains(&lane(page, "web-2").status.as_str())
    });
    page.click("button", "Rollout undo");
    page.wait_for_text(".done", "$ kubectl rollout undo sts/web");
    for _ in 0..12 {
        next(&page);
    }
    let broken = lane(&page, "web-2");
    assert!(broken.status.contains("Image"), "{broken:?}");
    assert!(broken.wait.contains("is Pending"), "{broken:?}");
    assert!(intention(&page).contains("as soon as web-2 is Ready"), "{}", intention(&page));
    page.js("document.querySelector('[data-pod=web-2] .lane-pod').click()", &[]);
    page.wait_for_text("#pod-name", "web-2");
    page.click("button", "Delete");
    step_until(&page, "all ready", |page| are_ready(page, 3));
}

#[test]
fn the_set_of_the_documentation_runs_as_it_stands() {
    let page = open("Three Pods at once");
    page.click("button", "Paste YAML");
    page.wait_until("the editor", |page| page.has("textbox", "Pod manifest"));
    page.js(
        "const area = document.querySelector('textarea');
         area.value = arguments[0];
         area.dispatchEvent(new InputEvent('input', { bubbles: true }));",
        &[DOCUMENTED.into()],
    );
    page.click("button", "Run this Pod");
    page.wait_until("the set", |page| page.count("dialog[open]") == 0);
    page.click("button", "Pause");
    step_until(&page, "three Pods", |page| are_ready(page, 3));
    let claims: Vec<String> = lanes(&page).into_iter().map(|lane| lane.claim).collect();
    assert_eq!(claims, ["www-web-0 Bound", "www-web-1 Bound", "www-web-2 Bound"]);
    step_until(&page, "the status of the set", |page| page.text(".answer-now").contains("3/3"));
}

#[test]
fn another_policy_needs_another_set_which_adopts_the_pods() {
    let page = open("Three Pods, one by one");
    step_until(&page, "three Pods", |page| are_ready(page, 3));
    page.click("radio", "Parallel");
    page.wait_until("the question", |page| page.count("dialog[open]") == 1);
    assert!(
        page.text("dialog[open]").contains("updates to statefulset spec for fields other than")
    );
    page.click("button", "Delete the set only");
    page.wait_for_text(".done", "$ kubectl delete sts web --cascade=orphan");
    page.click("button", "Pause");
    step_until(&page, "no set", |page| page.has("button", "Create the set again"));
    assert!(are_ready(&page, 3), "{:#?}", lanes(&page));
    page.click("button", "Create the set again");
    page.click("button", "Pause");
    step_until(&page, "a set with its Pods", |page| page.text("[data-count=ready] dd") == "3");
    assert!(page.text(".set-title").contains("Parallel"));
}

#[test]
fn on_delete_leaves_the_update_to_people() {
    let page = open("OnDelete");
    step_until(&page, "a new web-1", |page| lane(page, "web-1").revision == "rev 2");
    step_until(&page, "three Pods", |page| are_ready(page, 3));
    let revisions: Vec<String> = lanes(&page).into_iter().map(|lane| lane.revision).collect();
    assert_eq!(revisions, ["rev 1", "rev 2", "rev 1"]);
    assert!(page.text(".partition-note").starts_with("OnDelete"));
}

#[test]
fn a_deleted_set_takes_its_pods_along_in_no_order() {
    let page = open("Delete the set at once");
    step_until(&page, "no set", |page| page.has("button", "Create the set again"));
    step_until(&page, "Pods that end", |page| {
        lanes(page).iter().all(|lane| lane.status == "Terminating")
    });
    step_until(&page, "no Pods", |page| lanes(page).iter().all(|lane| lane.status.is_empty()));
    assert!(lanes(&page).iter().all(|lane| lane.claim.ends_with("Bound, kept")));
    assert!(page.text(".answer-now").contains("NotFound"), "{}", page.text(".answer-now"));
    page.click("button", "Create the set again");
    page.click("button", "Pause");
    step_until(&page, "three Pods", |page| are_ready(page, 3));
}

#[test]
fn a_deleted_set_leaves_nothing_but_claims() {
    let page = open("Delete the set at once");
    step_until(&page, "no set", |page| page.has("button", "Create the set again"));
    assert!(intention(&page).contains("The garbage collector deletes its Pods"));
    page.click("tab", "Revisions");
    page.wait_until("their fate", |page| {
        page.text(".answers").contains("and its revisions with it")
    });
}

#[test]
fn pods_and_revisions_can_outlive_their_set() {
    let page = open("Three Pods at once");
    step_until(&page, "three Pods", |page| are_ready(page, 3));
    page.click("button", "not at all");
    step_until(&page, "no set", |page| page.has("button", "Create the set again"));
    step_until(&page, "Pods without owner", |page| {
        intention(page).contains("Its Pods belong to nobody now")
    });
    page.click("tab", "Revisions");
    page.wait_until("their fate", |page| page.text(".answers").contains("Its revisions stay"));
}

#[test]
fn scaling_to_0_first_keeps_the_order() {
    let page = open("Scale to 0, then delete");
    step_until(&page, "three Pods", |page| are_ready(page, 3));
    let gone = order(&page, 3, |lane| lane.status.is_empty());
    assert_eq!(gone, ["web-2", "web-1", "web-0"]);
}

#[test]
fn a_claim_can_go_with_its_pod() {
    let page = open("Claims that go with their Pods");
    step_until(&page, "three Pods", |page| are_ready(page, 3));
    step_until(&page, "one lane", |page| lanes(page).len() == 1);
    assert_eq!(lanes(&page)[0].claim, "www-web-0 Bound");
}

#[test]
fn a_release_refuses_what_it_does_not_know_of_sets() {
    let page = open("Ordinals from 5");
    page.click("radio", "1.20");
    page.wait_until("the refusal", |page| page.text(".toast").contains("1.20 cannot run this"));
    assert!(page.text(".toast").contains("ordinals"), "{}", page.text(".toast"));
    page.click("radio", "1.28");
    step_until(&page, "three Pods", |page| are_ready(page, 3));
}

#[test]
fn ordinals_can_begin_elsewhere() {
    let page = open("Ordinals from 5");
    step_until(&page, "three Pods", |page| are_ready(page, 3));
    let names: Vec<String> = lanes(&page).into_iter().map(|lane| lane.pod).collect();
    assert_eq!(names, ["web-5", "web-6", "web-7"]);
}

#[test]
fn every_pod_has_its_story_at_every_time() {
    let page = open("Three Pods, one by one");
    step_until(&page, "three Pods", |page| are_ready(page, 3));
    let clock = page.text(".clock");
    page.js("document.querySelector('[data-pod=web-1] .lane-pod').click()", &[]);
    page.wait_for_text("#pod-name", "web-1");
    page.wait_until("its past", |page| {
        let told = page.js(
            "return [...document.querySelectorAll('.track')].find((t) => t.textContent.startsWith('phase'))\
             .querySelectorAll('.seg').length",
            &[],
        );
        told == 2
    });
    page.click("tab", "get -w");
    assert!(page.text("#panel").contains("kubectl get pod web-1 -w"));
    assert!(page.text("#panel").contains("ContainerCreating"));
    page.click("button", "Exit 1");
    step_until(&page, "a restart", |page| page.text(".restarts") == "1");
    page.click("button", "Undo");
    page.wait_for_text(".clock", &clock);
    assert_eq!(page.text(".restarts"), "0");
    page.click("radio", "sts/web");
    page.wait_until("the watch of all", |page| {
        page.text("#panel").contains("-l app=nginx -w") && page.text("#panel").contains("web-2")
    });
}

#[test]
fn faults_can_hit_every_pod_of_the_set() {
    let page = open("Three Pods at once");
    step_until(&page, "three Pods", |page| are_ready(page, 3));
    page.click("radio", "every Pod of the set");
    page.click("button", "Exit 1");
    step_until(&page, "no Pod ready", |page| are_ready(page, 0));
    step_until(&page, "three Pods", |page| are_ready(page, 3));
}

#[test]
fn nobody_is_shut_out_of_the_lanes() {
    let page = open("web-0 fails before web-2 exists");
    step_until(&page, "a third lane", |page| lanes(page).len() == 3);
    page.assert_healthy();
    page.click("radio", "dark");
    page.wait_until("the dark", |page| {
        page.js("return getComputedStyle(document.body).backgroundColor", &[]) == "rgb(22, 26, 33)"
            && page.js("return document.getAnimations().length", &[]) == 0
    });
    page.assert_healthy();
    page.set_size(390, 844);
    page.wait_until("a narrow page", |page| {
        page.js("return innerWidth", &[]).as_u64().is_some_and(|width| width <= 500)
    });
    page.assert_healthy();
    let fits =
        "return document.documentElement.scrollWidth <= document.documentElement.clientWidth";
    assert_eq!(page.js(fits, &[]), true, "the page scrolls sideways");
}

/// The Service and the StatefulSet of the documentation's page on StatefulSets.
const DOCUMENTED: &str = "apiVersion: v1
kind: Service
metadata:
  name: nginx
  labels:
    app: nginx
spec:
  ports:
  - port: 80
    name: web
  clusterIP: None
  selector:
    app: nginx
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: nginx # has to match .spec.template.metadata.labels
  serviceName: \"nginx\"
  replicas: 3 # by default is 1
  template:
    metadata:
      labels:
        app: nginx # has to match .spec.selector.matchLabels
    spec:
      terminationGracePeriodSeconds: 10
      containers:
      - name: nginx
        image: registry.k8s.io/nginx-slim:0.8
        ports:
        - containerPort: 80
          name: web
        volumeMounts:
        - name: www
          mountPath: /usr/share/nginx/html
  volumeClaimTemplates:
  - metadata:
      name: www
    spec:
      accessModes: [ \"ReadWriteOnce\" ]
      storageClassName: \"my-storage-class\"
      resources:
        requests:
          storage: 1Gi
";
