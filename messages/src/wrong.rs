//! What is wrong with what a person wrote or asked for.

use crate::text;
use podlab::manifest::Complaint;
use podlab::manifest::wrong::{Found, TypeName, Wanted, Wrong};

/// Returns what the engine says is wrong. What Kubernetes says itself is the same in every language.
pub fn wrong(complaint: &Complaint) -> String {
    of(&complaint.wrong())
}

fn of(wrong: &Wrong) -> String {
    match wrong {
        Wrong::Quoted { text } => text.to_string(),
        Wrong::InField { what, wrong } => format!("{what}: {}", of(wrong)),
        Wrong::UnexpectedValue { wanted, found } => {
            text::wrong_text_type(stands(found), self::wanted(wanted))
        }
        Wrong::UnexpectedType { wanted, found } => {
            text::wrong_text_type_a(type_name(found), self::wanted(wanted))
        }
        Wrong::MustBe { wanted } => text::wrong_text_must_be(self::wanted(wanted)),
        Wrong::Missing => text::wrong_text_missing().to_owned(),
        Wrong::NoNumber { value } => text::wrong_text_no_number(value),
        Wrong::Object { found } => text::wrong_text_object(type_name(found)),
        Wrong::Begins => text::wrong_text_begins().to_owned(),
        Wrong::BeginsPod => text::wrong_text_begins_pod().to_owned(),
        Wrong::DidYouMean { word } => text::wrong_text_did_you_mean(word),
        Wrong::ShouldBe { found, meant } => text::wrong_text_should_be(found, meant),
        Wrong::HasVersion { kind, version } => text::wrong_text_has_version(kind, version),
        Wrong::BudgetVersion { version, release } => {
            text::wrong_text_budget_version(release, version)
        }
        Wrong::FieldCame { release } => text::wrong_text_field_came(release),
        Wrong::CameWith { field, release } => text::wrong_text_came_with(field, release),
        Wrong::NotRun { kinds } => text::wrong_text_not_run(kinds),
        Wrong::NoEffect { field } => text::wrong_text_no_effect(field),
        Wrong::NotRunPods { kinds } => text::wrong_text_not_run_pods(kinds),
        Wrong::CannotDo { verb, kind } => text::wrong_text_cannot_do(kind, verb),
        Wrong::JobAdds { completions, retries } => text::wrong_text_job_adds(completions, retries),
        Wrong::CronJobAdds { schedule } => text::wrong_text_cron_job_adds(schedule),
        Wrong::DaemonSetAdds => text::wrong_text_daemon_set_adds().to_owned(),
        Wrong::ControllerAdds { replicas } => text::wrong_text_controller_adds(replicas),
        Wrong::Containers { count, most } => text::wrong_text_containers(count, most),
        Wrong::Seconds { count } => text::wrong_text_seconds(count),
        Wrong::Objects { most } => text::wrong_text_objects(most),
        Wrong::Documents { most } => text::wrong_text_documents(most),
        Wrong::Values { most } => text::wrong_text_values(most),
        Wrong::Aliases => text::wrong_text_aliases().to_owned(),
        Wrong::Deep { most } => text::wrong_text_deep(most),
        Wrong::Long { size, most } => text::wrong_text_long(most, size),
        Wrong::Known { names } => text::wrong_text_known(names),
        Wrong::Quote => text::wrong_text_quote().to_owned(),
        Wrong::QuoteAs => text::wrong_text_quote_as().to_owned(),
        Wrong::QuoteNumber => text::wrong_text_quote_number().to_owned(),
        Wrong::Unquote => text::wrong_text_unquote().to_owned(),
        Wrong::Bits => text::wrong_text_bits().to_owned(),
        Wrong::MissingDash => text::wrong_text_dash().to_owned(),
        Wrong::MissingActionDash => text::wrong_text_dash_action().to_owned(),
        Wrong::DuplicateKey => text::wrong_text_twice().to_owned(),
        Wrong::Alias => text::wrong_text_alias().to_owned(),
        Wrong::Key => text::wrong_text_key().to_owned(),
        Wrong::KeyIsCollection => text::wrong_text_key_not().to_owned(),
        Wrong::KeyMissing => text::wrong_text_key_missing().to_owned(),
        Wrong::Colon => text::wrong_text_colon().to_owned(),
        Wrong::Template => text::wrong_text_template().to_owned(),
        Wrong::TemplateLike => text::wrong_text_template_like().to_owned(),
        Wrong::Directive => text::wrong_text_directive().to_owned(),
        Wrong::Control { code } => text::wrong_text_control(code),
        Wrong::Tabs => text::wrong_text_tabs().to_owned(),
        Wrong::OpenQuote => text::wrong_text_open_quote().to_owned(),
        Wrong::CloseQuote => text::wrong_text_close_quote().to_owned(),
        Wrong::ColonValue => text::wrong_text_colon_value().to_owned(),
        Wrong::JsonString => text::wrong_text_json_string().to_owned(),
        Wrong::JsonEnd => text::wrong_text_json_end().to_owned(),
        Wrong::JsonCharacter => text::wrong_text_json_character().to_owned(),
        Wrong::JsonEscape => text::wrong_text_json_escape().to_owned(),
        Wrong::JsonUnexpected { found } => text::wrong_text_json_unexpected(found),
        Wrong::YamlMapping => text::wrong_text_yaml_mapping().to_owned(),
        Wrong::YamlFlowList => text::wrong_text_yaml_flow_list().to_owned(),
        Wrong::YamlFlowMap => text::wrong_text_yaml_flow_map().to_owned(),
        Wrong::YamlKey => text::wrong_text_yaml_key().to_owned(),
        Wrong::YamlColon => text::wrong_text_yaml_colon().to_owned(),
        Wrong::YamlSimple => text::wrong_text_yaml_simple().to_owned(),
        Wrong::YamlDash => text::wrong_text_yaml_dash().to_owned(),
        Wrong::YamlContent => text::wrong_text_yaml_content().to_owned(),
        Wrong::YamlStart => text::wrong_text_yaml_start().to_owned(),
        Wrong::YamlAnchor => text::wrong_text_yaml_anchor().to_owned(),
        Wrong::YamlIndentation => text::wrong_text_yaml_indentation().to_owned(),
        Wrong::YamlTabs => text::wrong_text_yaml_tabs().to_owned(),
        Wrong::YamlBracket => text::wrong_text_yaml_bracket().to_owned(),
        Wrong::Indented { found, line, other } => text::wrong_text_indented(found, line, other),
        Wrong::IndentedBetween { found, less, line, more } => {
            text::wrong_text_indented_between(found, less, line, more)
        }
        Wrong::YamlLetter { letter } => text::wrong_text_yaml_letter(letter),
        Wrong::RunLong => text::wrong_text_run_long().to_owned(),
        Wrong::AddNamespace { namespace } => text::wrong_text_add_namespace(namespace),
        Wrong::ScenarioSecond => text::wrong_text_scenario_second().to_owned(),
        Wrong::ScenarioHas { line } => text::wrong_text_scenario_has(line),
        Wrong::ScenarioMost { most } => text::wrong_text_scenario_most(most),
        Wrong::ScenarioAction { example } => text::wrong_text_scenario_action(example),
        Wrong::ScenarioUnknown { action } => text::wrong_text_scenario_unknown(action),
        Wrong::ScenarioObject { object } => text::wrong_text_scenario_object(object),
        Wrong::LessonText { languages } => text::wrong_text_lesson_text(languages),
        Wrong::LessonLong { language, words, most } => {
            text::wrong_text_lesson_long(language, most, words)
        }
        Wrong::LessonSteps => text::wrong_text_lesson_steps().to_owned(),
        Wrong::LessonRelease { release } => text::wrong_text_lesson_release(release),
        Wrong::LessonMinutes => text::wrong_text_lesson_minutes().to_owned(),
        Wrong::LessonRules => text::wrong_text_lesson_rules().to_owned(),
        Wrong::LessonTwice { file } => text::wrong_text_lesson_twice(file),
        Wrong::LessonLink => text::wrong_text_lesson_link().to_owned(),
        Wrong::LessonAnswer { number } => text::wrong_text_lesson_answer(number),
        Wrong::LessonChoice => text::wrong_text_lesson_choice().to_owned(),
        Wrong::LessonImpossible { answer } => text::wrong_text_lesson_impossible(answer),
        Wrong::LessonAbsent { object } => text::wrong_text_lesson_absent(object),
        Wrong::LessonRule { rule } => text::wrong_text_lesson_rule(rule),
        Wrong::LessonBegins { wrong } => text::wrong_text_lesson_begins(of(wrong)),
        Wrong::LessonBoth { one, other } => text::wrong_text_lesson_both(one, other),
        Wrong::LessonChoices { right } => text::wrong_text_lesson_choices(right),
        Wrong::LessonUnreached => text::wrong_text_lesson_unreached().to_owned(),
        Wrong::LessonPar { given } => text::wrong_text_lesson_par(given),
        Wrong::LessonIdle => text::wrong_text_lesson_idle().to_owned(),
        Wrong::LessonShorter { given, objects } => text::wrong_text_lesson_shorter(given, objects),
        Wrong::LessonTrue => text::wrong_text_lesson_true().to_owned(),
        Wrong::LessonReached => text::wrong_text_lesson_reached().to_owned(),
        Wrong::LessonLost => text::wrong_text_lesson_lost().to_owned(),
        Wrong::LessonSolution => text::wrong_text_lesson_solution().to_owned(),
        Wrong::LessonVariant { number, wrong } => {
            text::wrong_text_lesson_variant(number, of(wrong))
        }
        Wrong::VariantCount { most } => text::wrong_text_variant_count(most),
        Wrong::VariantSame { number } => text::wrong_text_variant_same(number),
        Wrong::VariantMissing { name } => text::wrong_text_variant_missing(name),
        Wrong::VariantExtra { name } => text::wrong_text_variant_extra(name),
        Wrong::VariantName => text::wrong_text_variant_name().to_owned(),
        Wrong::VariantUnused { name } => text::wrong_text_variant_unused(name),
        Wrong::VariantUndeclared { name } => text::wrong_text_variant_undeclared(name),
        Wrong::VariantLanguage { varies, language } => {
            text::wrong_text_variant_language(language, varies)
        }
        Wrong::VariantPlaceholder { language, names, other } => {
            text::wrong_text_variant_placeholder(language, names, other)
        }
        Wrong::RunRead { reason } => text::wrong_text_run_read(reason),
        Wrong::RunFormat { line } => text::wrong_text_run_format(line),
        Wrong::RunVersion { version, known } => text::wrong_text_run_version(known, version),
        Wrong::RunMost { most } => text::wrong_text_run_most(most),
        Wrong::RunCommands { most } => text::wrong_text_run_commands(most),
        Wrong::RunBranch => text::wrong_text_run_branch().to_owned(),
        Wrong::RunWorkload => text::wrong_text_run_workload().to_owned(),
        Wrong::RunSame => text::wrong_text_run_same().to_owned(),
        Wrong::RunParent => text::wrong_text_run_parent().to_owned(),
        Wrong::RunOrder => text::wrong_text_run_order().to_owned(),
        Wrong::VaryCount => text::wrong_text_vary_count().to_owned(),
        Wrong::VaryRelease => text::wrong_text_vary_release().to_owned(),
        Wrong::VaryValue => text::wrong_text_vary_value().to_owned(),
        Wrong::VaryNothing => text::wrong_text_vary_nothing().to_owned(),
        Wrong::Pods { most, what, count } => text::wrong_text_pods(count, most, what),
        Wrong::NotRunning { container } => text::wrong_text_not_running(container),
        Wrong::NoPod { kind } => text::wrong_text_no_pod(kind),
        Wrong::NodeCutOff { node } => text::wrong_text_node_cut_off(node),
        Wrong::NodeHeard { node } => text::wrong_text_node_heard(node),
        Wrong::NodeOff { node } => text::wrong_text_node_off(node),
        Wrong::NodeOn { node } => text::wrong_text_node_on(node),
        Wrong::NodeDisk { node } => text::wrong_text_node_disk(node),
        Wrong::NodeNoApparmor { node } => text::wrong_text_node_no_apparmor(node),
        Wrong::NodeApparmor { node } => text::wrong_text_node_apparmor(node),
    }
}

/// Returns what a value should be.
fn wanted(wanted: &Wanted) -> String {
    match wanted {
        Wanted::Quantity => text::wrong_part_quantity().to_owned(),
        Wanted::Integer => text::wrong_part_integer().to_owned(),
        Wanted::IntegerOrString => text::wrong_part_integer_or_string().to_owned(),
        Wanted::Boolean => text::wrong_part_boolean().to_owned(),
        Wanted::String => text::wrong_part_string().to_owned(),
        Wanted::List => text::wrong_part_list().to_owned(),
        Wanted::Map => text::wrong_part_map().to_owned(),
        Wanted::Count => text::wrong_part_count().to_owned(),
        Wanted::CountFrom => text::wrong_part_count_from().to_owned(),
        Wanted::CountBetween { most } => text::wrong_part_count_between(most),
        Wanted::CountQuoted => text::wrong_part_count_quoted().to_owned(),
        Wanted::Duration { examples } => text::wrong_part_duration(examples),
        Wanted::Seconds => text::wrong_part_seconds().to_owned(),
        Wanted::Taint => text::wrong_part_taint().to_owned(),
        Wanted::StatusCode => text::wrong_part_status_code().to_owned(),
        Wanted::Answer => text::wrong_part_answer().to_owned(),
        Wanted::HttpAnswer => text::wrong_part_http_answer().to_owned(),
        Wanted::Act => text::wrong_part_act().to_owned(),
        Wanted::Subresource => text::wrong_part_subresource().to_owned(),
        Wanted::OneOf { known } => text::wrong_part_one_of(known),
        Wanted::Or { some, other } => text::wrong_part_or(other, some),
        Wanted::Words { words } => (*words).to_owned(),
        Wanted::VariantValue => text::wrong_part_variant_value().to_owned(),
    }
}

/// Returns what a value is.
fn stands(found: &Found) -> String {
    match found {
        Found::Null => text::wrong_part_null().to_owned(),
        Found::Boolean { value } => text::wrong_part_the_boolean(value),
        Found::Number { value } => text::wrong_part_the_number(value),
        Found::String { value } => text::wrong_part_the_string(value),
        Found::List => text::wrong_part_list().to_owned(),
        Found::Map => text::wrong_part_map().to_owned(),
    }
}

/// Returns the type of a value in a word.
fn type_name(found: &TypeName) -> String {
    match found {
        TypeName::Null => text::wrong_part_null().to_owned(),
        TypeName::Boolean => text::wrong_part_boolean_bare().to_owned(),
        TypeName::Integer => found.to_string(),
        TypeName::Number => text::wrong_part_number_bare().to_owned(),
        TypeName::String => text::wrong_part_string_bare().to_owned(),
        TypeName::List => text::wrong_part_list_bare().to_owned(),
        TypeName::Map => text::wrong_part_map_bare().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalog, Language, file, speak};
    use podlab::api::{ReadOptions, read};
    use podlab::base::time::SimTime;
    use podlab::cluster::command::{Command, NodeFault};
    use podlab::cluster::world::Settings;
    use podlab::files::run_file::RunFile;
    use podlab::files::scenario_file;
    use podlab::manifest::Diagnostic;
    use podlab::questions::compare::Aspect;
    use podlab::sim::Sim;
    use podlab::timeline::history::PlannedAct;
    use std::collections::BTreeSet;

    /// Sentences that Kubernetes or kubectl says in the same words.
    const KUBERNETES: [&str; 8] = [
        "unknown field",
        "no matches for kind",
        "apiVersion not set",
        "kind not set",
        "[apiVersion not set",
        "Unsupported value",
        "Invalid value",
        "already set in map",
    ];

    /// Manifests with mistakes, one for each kind of mistake.
    const MANIFESTS: [&str; 31] = [
        "apiVersion: v1\nkind: Pod\nspec: {containers: [{image: 5}]}",
        "apiVersion: v1\nkind: Pod\nspec: {containers: [{image: true}]}",
        "apiVersion: v1\nkind: Pod\nspec: {containers: {name: app}}",
        "apiVersion: v1\nkind: Pod\nspec: {terminationGracePeriodSeconds: \"5\"}",
        "apiVersion: v1\nkind: Pod\nspec: {terminationGracePeriodSeconds: 1.5}",
        "apiVersion: v1\nkind: Pod\nspec: {terminationGracePeriodSeconds: 99999999999}",
        "apiVersion: v1\nkind: Pod\nspec: {hostNetwork: []}",
        "apiVersion: v1\nkind: Pod\nmetadata: {labels: x}",
        "apiVersion: apps/v2\nkind: StatefulSet",
        "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nspec: {}",
        "apiVersion: v1\nKind: Pod",
        "a: 1",
        "- 1",
        "apiVersion: v1\nkind: Pod\nkind: Pod",
        "a: &x [*x]",
        "a: {b: [1, 2",
        "a: b: c",
        "a:\n\tb: 1",
        "a: \"b",
        "a: {{ .Values.x }}",
        "{{ .Values.x }}: 1",
        "a: .inf",
        "a: \u{1}",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        "{\"a\": \"b",
        "{\"a\" 1}",
        "{\"a\": \"\\q\"}",
        "{\"a\":",
        "a: *x",
        "a:\n  - b\n c: 1",
        "a: }",
    ];

    /// Manifests of kinds that Podlab does not run: one with Pods, one without.
    const KEPT: [&str; 2] = [
        "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: a}",
        "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: a}",
    ];

    const SCENARIOS: [&str; 16] = [
        "apiVersion: podlab/v1\nkind: Scenario\nactions: {}",
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [1]",
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [{do: fly}]",
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [{do: delete}]",
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [{do: delete, object: jobb/a}]",
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [{t: x, do: evict, pod: a}]",
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [{do: taint, node: a, taint: \":\"}]",
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [{do: http-endpoint, answer: x}]",
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [{do: runtime-rule, answers: {liveness: maybe}}]",
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [{do: create, object: Pod/none}]",
        "apiVersion: podlab/v1\nkind: Scenario\nseed: x",
        "apiVersion: podlab/v2\nkind: Scenario",
        "apiVersion: podlab/v1\nkind: Lesson\nvariants: [{a: 1}]",
        "apiVersion: podlab/v1\nkind: Lesson\nvariants: [{a: 1}, {b: [1]}, {a: 1}]",
        "apiVersion: podlab/v1\nkind: Lesson\nvariants: [{a: 1}, {a: 2}]",
        "apiVersion: podlab/v1\nkind: Lesson\nmetadata: {name: \"${a}\"}\nvariants: [{a: 1}, {a: 2}]",
    ];

    const RUNS: [&str; 5] = [
        "{\"format\": \"other\"}",
        "{\"format\": \"podlab-run\", \"version\": 99}",
        "{\"format\": \"podlab-run\", \"version\": \"1\"}",
        "{\"format\": \"podlab-run\"}",
        "{\"format\": \"podlab-run\", \"version\": 1}",
    ];

    fn complaints(found: Vec<Diagnostic>) -> impl Iterator<Item = Complaint> {
        found.into_iter().flat_map(|found| [found.message].into_iter().chain(found.help))
    }

    #[test]
    fn what_podlab_says_is_wrong_is_said_in_every_language() {
        let options = ReadOptions::default();
        let mut said: Vec<Complaint> = Vec::new();
        for text in MANIFESTS {
            said.extend(complaints(read(text, &options).expect_err(text)));
        }
        for text in SCENARIOS {
            said.extend(complaints(scenario_file::read(text, &options).expect_err(text)));
        }
        for text in KEPT {
            let scenario = scenario_file::read(text, &options).expect(text);
            said.extend(complaints(scenario.warnings));
        }
        for text in RUNS {
            said.extend(complaints(RunFile::read(text).expect_err(text)));
        }
        let pod = "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: b, image: c}]}}";
        let pod = read(pod, &options).unwrap().remove(0);
        let create = Command::Create(Box::new(pod));
        let plan = [PlannedAct::at(SimTime::ZERO, vec![create])];
        let vary = |aspect: &str, values: &[&str]| {
            let variants = Aspect::parse(aspect).variants(values, &Settings::default(), &plan);
            variants.expect_err(aspect)
        };
        said.push(vary("seed", &["1"]));
        said.push(vary("seed", &["1", "x"]));
        said.push(vary("kubernetes", &["1.20", "1.99"]));
        said.push(vary("restartPolicy", &["Always", "{"]));
        said.push(vary("terminationGracePeriodSeconds", &["1", "x"]));
        let mut sim = Sim::with_nodes(Settings::default(), 1);
        // Each fault comes twice, because a fault that is there already is refused.
        for fault in NodeFault::ALL.into_iter().flat_map(|fault| [fault, fault]) {
            let refused = sim.apply(Command::DisturbNode { node: "node-1".into(), fault }).err();
            said.extend(refused.map(|error| error.message));
        }
        assert!(said.len() > 70);
        for language in [Language::Indonesian, Language::Korean] {
            speak(Catalog::of(language));
            let left = said.iter().filter(|text| {
                wrong(text) == text.english().as_str()
                    && !KUBERNETES.iter().any(|own| text.contains(own))
            });
            let left: Vec<&Complaint> = left.collect();
            assert!(left.is_empty(), "not in {}: {left:#?}", language.name());
        }
        speak(None);
        for text in &said {
            assert_eq!(wrong(text), text.english().as_str());
        }
    }

    #[test]
    fn the_engine_and_the_message_file_say_the_same() {
        // These only hold what others say.
        let own =
            |text: &&&str| !["{text}", "{what}: {wrong}", "{words}", "integer"].contains(text);
        let all = [Wrong::SENTENCES, Wanted::SENTENCES, Found::SENTENCES, TypeName::SENTENCES];
        let engine: BTreeSet<String> = all
            .iter()
            .flat_map(|some| some.iter().filter(own))
            .map(|text| text.replace("{{", "{").replace("}}", "}"))
            .collect();
        let english = include_str!("../locales/en.txt");
        let known = file::entries(english).expect("a message file").into_iter();
        let known = known.filter(|(key, _)| key.starts_with("wrong."));
        assert_eq!(engine, known.map(|(_, text)| text.to_owned()).collect());
    }

    #[test]
    fn what_has_a_name_is_said_with_its_name() {
        speak(Catalog::of(Language::Indonesian));
        let wanted = Wanted::Or { some: "a", other: "b" };
        let told = |wrong: Wrong| super::wrong(&wrong.into());
        assert_eq!(told(Wrong::MustBe { wanted }), "seharusnya a atau b");
        let release = Complaint::from(Wrong::VaryRelease).of("1.99");
        assert_eq!(release, "1.99: Podlab does not know this release");
        assert_eq!(super::wrong(&release), "1.99: rilis ini tidak dikenal Podlab");
        assert_eq!(super::wrong(&"pods \"a\" not found".into()), "pods \"a\" not found");
    }
}
