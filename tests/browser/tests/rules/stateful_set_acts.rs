//! What a person does to a StatefulSet, and sees of it.

use podlab_browser_tests::Page;

/// How many changes something may take.
const PRESSES: usize = 500;

#[test]
fn undo_does_not_mend_a_broken_rollout_but_deleting_the_pod_does() {
    let page = Page::open_lab("Three Pods, one by one");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    page.click("button", "Image broken");
    page.step_until(PRESSES, "a broken Pod", |page| {
        ["ErrImagePull", "ImagePullBackOff"].contains(&page.lane("web-2").status.as_str())
    });
    page.click("button", "Rollout undo");
    page.wait_for_text(".done", "$ kubectl rollout undo sts/web");
    for _ in 0..12 {
        page.advance();
    }
    let broken = page.lane("web-2");
    assert!(broken.status.contains("Image"), "{broken:?}");
    assert!(broken.wait.contains("is Pending"), "{broken:?}");
    page.wait_for_text(
        "#intention",
        "Stuck: web-2 must be Ready before it can be replaced, and it cannot become Ready by itself.",
    );
    let stuck = page.lane("web-2");
    assert!(stuck.gate.contains("is-stuck"), "{stuck:?}");
    assert!(stuck.wait.starts_with("stuck: is Pending"), "{stuck:?}");
    page.wait_until("what helps", |page| page.has("button", "Delete the Pod web-2"));
    page.click("button", "Delete the Pod web-2");
    page.wait_for_text(".done", "$ kubectl delete pod web-2");
    page.step_until(PRESSES, "all ready", |page| page.are_ready(3));
}

#[test]
fn the_set_of_the_documentation_runs_as_it_stands() {
    let page = Page::open_lab("Three Pods at once");
    page.paste(DOCUMENTED);
    page.click("button", "Run this Pod");
    page.wait_until("the set", |page| page.count("dialog[open]") == 0);
    page.click("button", "Pause");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    let claims: Vec<String> = page.lanes().into_iter().map(|lane| lane.claim).collect();
    assert_eq!(claims, ["www-web-0 Bound", "www-web-1 Bound", "www-web-2 Bound"]);
    page.step_until(PRESSES, "the status of the set", |page| {
        page.text(".answer-now").contains("3/3")
    });
}

#[test]
fn another_policy_needs_another_set_which_adopts_the_pods() {
    let page = Page::open_lab("Three Pods, one by one");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    page.click("radio", "Parallel");
    page.wait_until("the question", |page| page.count("dialog[open]") == 1);
    assert!(
        page.text("dialog[open]").contains("updates to statefulset spec for fields other than")
    );
    page.click("button", "Delete the StatefulSet only");
    page.wait_for_text(".done", "$ kubectl delete sts web --cascade=orphan");
    page.click("button", "Pause");
    page.step_until(PRESSES, "no set", |page| page.has("button", "Create the StatefulSet again"));
    assert!(page.are_ready(3), "{:#?}", page.lanes());
    page.click("button", "Create the StatefulSet again");
    page.click("button", "Pause");
    page.step_until(PRESSES, "a set with its Pods", |page| {
        page.text("[data-count=ready] dd") == "3"
    });
    assert!(page.text(".set-title").contains("Parallel"));
}

#[test]
fn pods_and_revisions_can_outlive_their_set() {
    let page = Page::open_lab("Three Pods at once");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    page.click("button", "orphan");
    page.step_until(PRESSES, "no set", |page| page.has("button", "Create the StatefulSet again"));
    page.step_until(PRESSES, "Pods without owner", |page| {
        page.text("#intention").contains("Its Pods have no owner now")
    });
    page.click("tab", "Revisions");
    page.wait_until("their fate", |page| page.text(".answers").contains("Its revisions remain"));
}

#[test]
fn a_release_refuses_what_it_does_not_know_of_sets() {
    let page = Page::open_lab("Ordinals from 5");
    page.click("radio", "1.20");
    page.wait_until("the refusal", |page| page.text(".toast").contains("1.20 cannot run this"));
    assert!(page.text(".toast").contains("ordinals"), "{}", page.text(".toast"));
    page.click("radio", "1.28");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
}

#[test]
fn every_pod_has_its_story_at_every_time() {
    let page = Page::open_lab("Three Pods, one by one");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    let clock = page.text(".clock");
    page.js("document.querySelector('[data-pod=web-1] .lane-pod').click()", &[]);
    page.wait_for_text("#pod-name", "web-1");
    page.wait_until("its past", |page| {
        let told = page.js(
            // What was there, not the time before it.
            "const track = [...document.querySelectorAll('.track')].find((t) => t.textContent.startsWith('phase'));
             return [...track.querySelectorAll('.seg')].filter((seg) => !seg.querySelector('.gap')).length",
            &[],
        );
        told == 2
    });
    page.click("tab", "get -w");
    assert!(page.text("#panel").contains("kubectl get pod web-1 -w"));
    assert!(page.text("#panel").contains("ContainerCreating"));
    page.click("button", "Exit 1");
    page.step_until(PRESSES, "a restart", |page| page.text(".restarts") == "1");
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
    let page = Page::open_lab("Three Pods at once");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    page.click("radio", "all Pods");
    page.click("button", "Exit 1");
    page.step_until(PRESSES, "no Pod ready", |page| page.are_ready(0));
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
}

#[test]
fn faults_hit_the_pods_that_run_whichever_is_selected() {
    let page = Page::open_lab("Three Pods, one by one");
    page.step_until(PRESSES, "two Pods", |page| page.are_ready(2));
    page.js("document.querySelector('[data-pod=web-2] .lane-pod').click()", &[]);
    page.wait_for_text(".empty .capsule-name", "web-2");
    page.click("radio", "all Pods");
    page.wait_until("who runs", |page| {
        page.text("[aria-labelledby=do-nginx]").contains("running in 2 of 2 Pods")
    });
    page.click("button", "Exit 1");
    page.step_until(PRESSES, "no Pod ready", |page| page.are_ready(0));
}

#[test]
fn evictions_and_lost_sandboxes_concern_every_pod_that_is_left() {
    let page = Page::open_lab("Three Pods at once");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    page.click("radio", "all Pods");
    page.click("button", "Kill sandbox");
    page.step_until(PRESSES, "no Pod ready", |page| page.are_ready(0));
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    page.click("button", "Evict");
    page.wait_until("the end of all", |page| {
        page.lanes().iter().all(|lane| lane.status == "Terminating")
    });
    assert!(page.is_off("Evict"), "no Pod is left to evict");
    assert!(page.has("button", "Delete now") && !page.has("button", "Delete"));
    page.step_until(PRESSES, "three Pods again", |page| page.are_ready(3));
    assert!(page.has("button", "Delete"));
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

#[test]
fn a_budget_refuses_an_eviction_and_the_page_says_why() {
    let page = Page::open_lab("A budget refuses an eviction");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    page.click("radio", "sts/web");
    page.wait_until("what is allowed", |page| {
        page.text(".answer-now").contains("$ kubectl get pdb")
            && page.text(".answer-now").contains("ALLOWED DISRUPTIONS")
    });
    let evict = |pod: &str| {
        page.js(&format!("document.querySelector('[data-pod={pod}] .lane-pod').click()"), &[]);
        page.wait_for_text("#pod-name", pod);
        page.click("button", "Evict");
    };
    evict("web-2");
    for _ in 0..2 {
        page.advance();
    }
    evict("web-0");
    page.wait_until("the refusal", |page| {
        let said = page.text(".toast");
        said.contains("would violate the pod's disruption budget")
            && said.contains("The disruption budget web needs 2 healthy pods and has")
    });
    page.click("tab", "Why");
    page.wait_until("why not", |page| {
        page.text(".why-not").contains(
            "PodDisruptionBudget web does not allow the eviction: it requires 2 healthy Pods",
        )
    });
    page.step_until(PRESSES, "three Pods again", |page| {
        page.are_ready(3) && !page.text(".why-not").contains("does not allow the eviction")
    });
}
