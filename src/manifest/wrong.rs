//! What is wrong with what a person wrote or asked for, as data. `Display` says it in English.

use super::node::Value;
use crate::base::text::Text;
use std::fmt;
use std::ops::Deref;
use std::rc::Rc;

/// Makes an enum of its variants with their sentences, and `Display`.
macro_rules! sentences {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident $({ $($field:ident: $type:ty),+ })? => $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the fields are the places of the sentence in the line")]
        pub enum $name {
            $($(#[$doc])* #[doc = concat!("``", $text, "``")] $variant $({ $($field: $type),+ })?,)+
        }

        impl $name {
            /// All sentences, with their places.
            pub const SENTENCES: &[&str] = &[$($text),+];
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $($name::$variant $({ $($field),+ })? => write!(f, $text),)+
                }
            }
        }
    };
}

sentences! {
    /// What a value should be.
    Wanted {
        Quantity => "a quantity such as 500m or 64Mi",
        Integer => "an integer",
        IntegerOrString => "an integer or a string",
        Boolean => "a boolean",
        String => "a string",
        List => "a list",
        Map => "a map",
        Count => "a whole number",
        CountFrom => "a whole number from 0",
        CountBetween { most: u64 } => "a whole number from 0 to {most}",
        CountQuoted => "a whole number in quotes",
        Duration { examples: &'static str } => "a duration such as {examples}, up to 1000 years",
        Seconds => "seconds, or a duration such as 1m30s",
        Taint => "a taint such as key=value:NoExecute, with a - behind it to take it off",
        StatusCode => "a status code",
        Answer => "\"connection refused\", \"timeout\", a status code or [delay, 3]",
        HttpAnswer => "\"connection refused\", \"timeout\", a status code, [code, 503], [delay, 3] or [redirect, /login]",
        Act => "an action with a manifest",
        Subresource => "status, scale of a workload, or resize or ephemeralcontainers of a Pod",
        OneOf { known: Text } => "one of {known}",
        Or { some: &'static str, other: &'static str } => "{some} or {other}",
        /// In words that are the same in every language.
        Words { words: &'static str } => "{words}",
        VariantValue => "an integer, a string, true or false",
    }
}

sentences! {
    /// What a value is.
    Found {
        Null => "null",
        Boolean { value: bool } => "the boolean {value}",
        Number { value: Text } => "the number {value}",
        String { value: Text } => "the string \"{value}\"",
        List => "a list",
        Map => "a map",
    }
}

sentences! {
    /// The type of a value, in a word.
    TypeName {
        Null => "null",
        Boolean => "boolean",
        Integer => "integer",
        Number => "number",
        String => "string",
        List => "list",
        Map => "map",
    }
}

/// The type of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldType {
    /// An amount, such as 500m.
    Quantity,
    /// A whole number.
    Integer,
    /// A whole number or a string.
    IntegerOrString,
    /// True or false.
    Boolean,
    /// A string.
    String,
    /// A list.
    List,
    /// A map or an object.
    Map,
}

impl From<FieldType> for Wanted {
    fn from(field: FieldType) -> Wanted {
        match field {
            FieldType::Quantity => Wanted::Quantity,
            FieldType::Integer => Wanted::Integer,
            FieldType::IntegerOrString => Wanted::IntegerOrString,
            FieldType::Boolean => Wanted::Boolean,
            FieldType::String => Wanted::String,
            FieldType::List => Wanted::List,
            FieldType::Map => Wanted::Map,
        }
    }
}

impl TypeName {
    /// Returns the type of a value.
    pub(crate) fn of(value: &Value) -> TypeName {
        match value {
            Value::Null => TypeName::Null,
            Value::Bool(_) => TypeName::Boolean,
            Value::Int(_) => TypeName::Integer,
            Value::Float(_) => TypeName::Number,
            Value::Text(_) => TypeName::String,
            Value::List(_) => TypeName::List,
            Value::Map(_) => TypeName::Map,
        }
    }
}

sentences! {
    /// What is wrong.
    Wrong {
        /// In the words of Kubernetes, of kubectl or of a program that reads, which are the same in every language.
        Quoted { text: Text } => "{text}",
        /// Of something that has a name or a path.
        InField { what: Text, wrong: Box<Wrong> } => "{what}: {wrong}",
        UnexpectedValue { wanted: Wanted, found: Found } => "expected {wanted}, found {found}",
        UnexpectedType { wanted: Wanted, found: TypeName } => "expected {wanted}, found a {found}",
        MustBe { wanted: Wanted } => "it must be {wanted}",
        Missing => "the field is missing",
        NoNumber { value: Text } => "{value} is not a valid JSON number",
        Object { found: TypeName } => "an object must be a map, not a {found}",
        Begins => "a manifest starts with apiVersion and kind",
        BeginsPod => "a Pod starts with the lines \"apiVersion: v1\" and \"kind: Pod\"",
        DidYouMean { word: Text } => "did you mean \"{word}\"?",
        ShouldBe { found: Text, meant: &'static str } => "\"{found}\" should be \"{meant}\"",
        HasVersion { kind: Text, version: &'static str } => "a {kind} has \"apiVersion: {version}\"",
        BudgetVersion { version: &'static str, release: &'static str } => "a PodDisruptionBudget has \"apiVersion: {version}\" since Kubernetes {release}",
        FieldCame { release: Text } => "the field came with Kubernetes {release}",
        CameWith { field: Text, release: Text } => "{field} came with {release}",
        NotRun { kinds: Text } => "Podlab does not run {kinds}: this one is kept and listed, and has no effect",
        NoEffect { field: Text } => "the field {field} has no effect in Podlab",
        NotRunPods { kinds: Text } => "Podlab does not run {kinds}: this one is kept and listed, and Podlab does not create its Pods",
        CannotDo { verb: Text, kind: Text } => "Podlab cannot {verb} a {kind} yet",
        JobAdds { completions: i64, retries: i64 } => "a Job creates Pods until its completions ({completions}) are reached, and new ones for those that failed, up to its backoffLimit ({retries})",
        CronJobAdds { schedule: Text } => "a CronJob creates a Job at each time of its schedule ({schedule}), and the Job creates the Pods",
        DaemonSetAdds => "a DaemonSet creates one Pod for each node",
        ControllerAdds { replicas: i64 } => "a ReplicationController keeps as many Pods as its replicas ({replicas})",
        Containers { count: usize, most: usize } => "the Pod has {count} containers; Podlab simulates up to {most}",
        Seconds { count: i64 } => "{count} seconds is more than Podlab supports (100 years)",
        Objects { most: usize } => "the text contains more than {most} objects",
        Documents { most: usize } => "the text contains more than {most} documents",
        Values { most: usize } => "the document contains more than {most} values",
        Aliases => "an alias counts as everything that it refers to",
        Deep { most: usize } => "lists and maps are nested more than {most} levels deep",
        Long { size: usize, most: usize } => "the text is {size} KiB long; Podlab reads up to {most} KiB",
        Known { names: Text } => "the names known here are {names}",
        Quote => "write it in quotes",
        QuoteAs => "write it in quotes, as \"true\" or \"yes\"",
        QuoteNumber => "write the number in quotes",
        Unquote => "write it without quotes",
        Bits => "the field takes an integer of 32 or 64 bits",
        MissingDash => "start every element with \"- \"",
        MissingActionDash => "start every action with \"- \"",
        DuplicateKey => "remove one of the two, or put its fields under the other",
        Alias => "an alias is inside its own anchor",
        Key => "a key must be a string",
        KeyIsCollection => "a key must be a string, not a map or a list",
        KeyMissing => "a key is missing before the colon",
        Colon => "a colon is missing after the key",
        Template => "if this is a template such as {{{{ .Values.x }}}}, fill it in first",
        TemplateLike => "this looks like a template: fill it in before giving it to Podlab",
        Directive => "remove the directive: kubectl reads a manifest with one as a document without an end",
        Control { code: Text } => "control characters are not allowed ({code})",
        Tabs => "indent with spaces: YAML does not allow tabs there",
        OpenQuote => "the quotation mark is not closed",
        CloseQuote => "close it, or write it twice inside a single-quoted string",
        ColonValue => "put a value that holds \": \" in quotes, or check the indentation",
        JsonString => "the string is not closed",
        JsonEnd => "unexpected end of JSON input",
        JsonCharacter => "unexpected character",
        JsonEscape => "invalid escape in a string",
        JsonUnexpected { found: Text } => "unexpected {found}",
        YamlMapping => "the YAML is wrong here: a key with a value cannot stand in this place",
        YamlFlowList => "the YAML is wrong here: a list in brackets goes on with ',' or ends with ']'",
        YamlFlowMap => "the YAML is wrong here: a map in braces goes on with ',' or ends with '}}'",
        YamlKey => "the YAML is wrong here: a key of the map should stand here",
        YamlColon => "the YAML is wrong here: ':' should stand after the key",
        YamlSimple => "the YAML is wrong here: a key should stand here",
        YamlDash => "the YAML is wrong here: '-' should stand here, before an element of the list",
        YamlContent => "the YAML is wrong here: a value should stand here",
        YamlStart => "did not find expected <document start>",
        YamlAnchor => "the YAML is wrong here: there is no anchor of this name",
        YamlIndentation => "the YAML is wrong here: the indentation does not fit",
        YamlTabs => "the YAML is wrong here: tabs cannot indent a line",
        YamlBracket => "the YAML is wrong here: this bracket does not fit",
        Indented { found: usize, line: usize, other: usize } => "line {line} is indented by {found}, the line above it by {other} spaces",
        IndentedBetween { found: usize, less: usize, line: usize, more: usize } => "line {line} is indented by {found}, the lines above it by {less} or {more} spaces",
        YamlLetter { letter: Text } => "unexpected character: `{letter}'",
        RunLong => "a run lasts at most 87600h (10 years)",
        AddNamespace { namespace: Text } => "define the Namespace \"{namespace}\" before this object",
        ScenarioSecond => "there is a second scenario; a run has only one",
        ScenarioHas { line: Text } => "a scenario has \"{line}\"",
        ScenarioMost { most: usize } => "a scenario has up to {most} actions",
        ScenarioAction { example: &'static str } => "an action looks like {example}",
        ScenarioUnknown { action: Text } => "unknown action \"{action}\"",
        ScenarioObject { object: Text } => "no document here defines {object}",
        LessonText { languages: Text } => "the text is missing in {languages}",
        LessonLong { language: &'static str, words: usize, most: usize } => "the text in {language} has {words} words; {most} fit",
        LessonSteps => "a lesson has at least one step",
        LessonRelease { release: &'static str } => "the lesson does not say which release it was made for, such as kubernetes: \"{release}\"",
        LessonMinutes => "a lesson takes at least one minute",
        LessonRules => "a lesson names at least one rule that it teaches, such as P-401",
        LessonTwice { file: Text } => "the lesson in {file} has the same name",
        LessonLink => "it must be a page below https://kubernetes.io/docs/, such as concepts/workloads/pods/pod-lifecycle/#pod-phase",
        LessonAnswer { number: usize } => "choice {number} has the same answer",
        LessonChoice => "a question has at least two choices",
        LessonImpossible { answer: Text } => "{answer} is never the answer to this question",
        LessonAbsent { object: Text } => "{object} does not exist in the solution, so this is true whatever happens",
        LessonRule { rule: Text } => "there is no rule {rule}",
        LessonBegins { wrong: Box<Wrong> } => "the lesson cannot begin: {wrong}",
        LessonBoth { one: Text, other: Text } => "{one} and {other} are both right",
        LessonChoices { right: Text } => "the right answer is {right}, and no choice has it",
        LessonUnreached => "the solution does not reach the goal",
        LessonPar { given: usize } => "the solution needs {given} commands",
        LessonShorter { given: usize, objects: Text } => "fewer commands reach the goals: {given}, on {objects}",
        LessonIdle => "time alone reaches the goals, without a command",
        LessonReached => "all goals are reached at the start",
        LessonTrue => "it is reached when the step begins",
        LessonLost => "it is lost at the start",
        LessonSolution => "goals need a solution",
        LessonVariant { number: usize, wrong: Box<Wrong> } => "in variant {number}: {wrong}",
        VariantCount { most: usize } => "a lesson has 2 to {most} variants, or none",
        VariantSame { number: usize } => "it is the same as variant {number}",
        VariantMissing { name: Text } => "it has no value for {name}, which the first variant has",
        VariantExtra { name: Text } => "the first variant has no value for {name}",
        VariantName => "all variants of a lesson have the same name",
        VariantUnused { name: Text } => "nothing in the lesson uses {name}",
        VariantUndeclared { name: Text } => "variants does not give a value to {name}",
        VariantLanguage { varies: &'static str, language: &'static str } => "the text in {varies} has a placeholder, and the text in {language} is the same in all variants",
        VariantPlaceholder { language: &'static str, names: Text, other: &'static str } => "the text in {language} has no placeholder {names}; the text in {other} has",
        RunRead { reason: Text } => "the run cannot be read: {reason}",
        RunFormat { line: &'static str } => "this is not a run of Podlab: a run has \"{line}",
        RunVersion { version: i64, known: i64 } => "the run is of version {version}; this Podlab reads version {known}",
        RunMost { most: usize } => "there may be up to {most} of them",
        RunCommands { most: usize } => "there may be up to {most} commands in all branches",
        RunBranch => "there is no such branch",
        RunWorkload => "there is no such workload",
        RunSame => "another branch has the same number",
        RunParent => "no branch before this one has that number",
        RunOrder => "the action is earlier than the one above it",
        VaryCount => "there must be two to four values",
        VaryRelease => "Podlab does not know this release",
        VaryValue => "this is not a value",
        VaryNothing => "no Pod and no StatefulSet is created",
        Pods { most: i64, what: Text, count: i64 } => "Podlab simulates at most {most} Pods; with {what} there would be {count}",
        NotRunning { container: Text } => "container {container} is not running",
        NoPod { kind: &'static str } => "{kind} is not a Pod",
        NodeCutOff { node: Text } => "machine {node} cannot reach the API server",
        NodeHeard { node: Text } => "machine {node} is not cut off",
        NodeOff { node: Text } => "machine {node} is not running",
        NodeOn { node: Text } => "machine {node} is already running",
        NodeDisk { node: Text } => "the disk of machine {node} failed: delete its Node object, then a new machine can take its place",
        NodeNoApparmor { node: Text } => "machine {node} has no AppArmor",
        NodeApparmor { node: Text } => "machine {node} has AppArmor",
    }
}

impl Wrong {
    /// Returns that a field came with the minor version `since`.
    pub(crate) fn came_with(field: impl Into<Text>, since: u32) -> Wrong {
        Wrong::CameWith { field: field.into(), release: format!("1.{since}").into() }
    }
}

/// A sentence about what is wrong, in English; as data too where it is Podlab's own, so that it can be said in other languages.
#[derive(Clone, Debug)]
pub enum Complaint {
    /// In the words of Kubernetes, of kubectl or of a program that reads.
    Quoted(Text),
    /// Podlab's own.
    Own(Rc<(Text, Wrong)>),
}

impl Complaint {
    /// Returns it as data.
    pub fn wrong(&self) -> Wrong {
        match self {
            Complaint::Quoted(text) => Wrong::Quoted { text: text.clone() },
            Complaint::Own(own) => own.1.clone(),
        }
    }

    /// Returns it in English.
    pub fn english(&self) -> &Text {
        match self {
            Complaint::Quoted(text) => text,
            Complaint::Own(own) => &own.0,
        }
    }

    /// Returns it as a complaint about something that has a name or a path.
    #[must_use]
    pub fn of(&self, what: impl Into<Text>) -> Complaint {
        Wrong::InField { what: what.into(), wrong: Box::new(self.wrong()) }.into()
    }
}

impl Default for Complaint {
    fn default() -> Complaint {
        Complaint::Quoted(Text::default())
    }
}

impl From<Wrong> for Complaint {
    fn from(wrong: Wrong) -> Complaint {
        Complaint::Own(Rc::new((wrong.to_string().into(), wrong)))
    }
}

impl From<Text> for Complaint {
    fn from(text: Text) -> Complaint {
        Complaint::Quoted(text)
    }
}

impl From<String> for Complaint {
    fn from(text: String) -> Complaint {
        Complaint::Quoted(text.into())
    }
}

impl From<&'static str> for Complaint {
    fn from(text: &'static str) -> Complaint {
        Complaint::Quoted(text.into())
    }
}

impl Deref for Complaint {
    type Target = str;
    fn deref(&self) -> &str {
        self.english()
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.english().fmt(f)
    }
}

impl PartialEq for Complaint {
    fn eq(&self, other: &Complaint) -> bool {
        self.english() == other.english()
    }
}

impl Eq for Complaint {}

impl PartialEq<str> for Complaint {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl PartialEq<&str> for Complaint {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}
