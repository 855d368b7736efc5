//! The scenes say the same in the list of scenes and on the stage, in every language.

use podlab::api::ReadOptions;
use podlab::files::scenario_file::read;
use podlab_lessons::SCENES;
use podlab_messages::{Catalog, Language, local, speak, text};

#[test]
fn the_list_of_scenes_says_what_the_files_say() {
    for scene in SCENES {
        let scenario = read(scene.text, &ReadOptions::default()).expect("the scene is right");
        let texts = [
            ("title", &scenario.title),
            ("summary", &scenario.summary),
            ("question", &scenario.question),
        ];
        for (key, read) in texts {
            for language in Language::ALL {
                speak(Catalog::of(language));
                let listed = scene.text(key, language.code()).expect("every scene has it");
                assert_eq!(listed, local(read), "{key} of {}", scene.name);
            }
        }
    }
}

#[test]
fn every_scene_hands_over_in_every_language() {
    for scene in SCENES {
        let scenario = read(scene.text, &ReadOptions::default()).expect("the scene is right");
        let Some(turn) = scenario.turn else { continue };
        let said = Language::ALL.map(|language| {
            speak(Catalog::of(language));
            text::turn_say(local(&turn.say))
        });
        assert!(said[0] != said[1] && said[0] != said[2], "{}: {said:?}", scene.name);
        for (language, said) in Language::ALL.into_iter().zip(&said) {
            let is_plain = !said.ends_with(' ') && !said.contains("  ") && !said.contains('{');
            assert!(is_plain, "{} in {}: {said}", scene.name, language.name());
            assert!(said.split_whitespace().count() <= 25, "{}: {said}", scene.name);
        }
    }
}
