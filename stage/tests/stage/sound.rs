//! What is heard.

use crate::common::{go_to, pod, scene};
use podlab_stage::sound::{Note, Voice, Voices, notes, voices};

fn heard(before: &Voices, after: &Voices) -> Vec<Voice> {
    notes(before, after, 8).iter().map(|note| note.voice).collect()
}

#[test]
fn each_voice_has_a_pitch_of_its_own_and_better_is_higher() {
    let pitches: Vec<f32> = Voice::ALL.iter().map(|voice| voice.frequency()).collect();
    assert!(pitches.windows(2).all(|pair| pair[0] > pair[1] * 1.1), "{pitches:?}");
    let mut words: Vec<&str> = Voice::ALL.iter().map(|voice| voice.words()).collect();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), Voice::ALL.len());
}

#[test]
fn a_pod_is_heard_when_it_looks_different_and_not_otherwise() {
    let spec = "{terminationGracePeriodSeconds: 5, containers: [
        {name: app, image: busybox, command: [sh, -c, sleep 1000]}]}";
    let mut lab = pod("{t: 30, do: delete, object: Pod/demo}", spec, 0);
    let beginning = Voices::new();
    let waiting = voices(&lab);
    assert_eq!(heard(&beginning, &waiting), [Voice::Waiting]);
    go_to(&mut lab, 20);
    let ready = voices(&lab);
    assert_eq!(heard(&waiting, &ready), [Voice::Ready]);
    go_to(&mut lab, 29);
    assert_eq!(heard(&ready, &voices(&lab)), []);
    go_to(&mut lab, 32);
    let leaving = voices(&lab);
    assert_eq!(heard(&ready, &leaving), [Voice::Terminating]);
    go_to(&mut lab, 60);
    assert_eq!(heard(&leaving, &voices(&lab)), [Voice::Deleted]);
}

#[test]
fn a_crash_is_heard() {
    let mut lab = scene("crash-loop", 0);
    let mut before = voices(&lab);
    let mut all = Vec::new();
    for second in 1..40 {
        go_to(&mut lab, second);
        let after = voices(&lab);
        all.extend(heard(&before, &after));
        before = after;
    }
    assert!(all.contains(&Voice::Failed) && all.contains(&Voice::Ready), "{all:?}");
}

#[test]
fn pods_are_heard_from_left_to_right_and_not_too_many_at_once() {
    let named = |voice: Voice| -> Voices {
        ["web-0", "web-1", "web-2"].map(|name| (name.into(), voice)).into()
    };
    let (before, after) = (named(Voice::Running), named(Voice::Ready));
    let places: Vec<f32> = notes(&before, &after, 8).iter().map(|note| note.place).collect();
    assert_eq!(places, [-1.0, 0.0, 1.0]);
    assert_eq!(notes(&before, &after, 1), [Note { voice: Voice::Ready, place: -1.0 }]);
}
