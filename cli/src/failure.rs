//! Why a command did nothing.

/// What stops a command. The exit code is 2 either way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The options contradict each other or the files. Printed as an error of the command line, with the usage.
    Usage(String),
    /// Something is wrong with a file. Printed as it is: lines that begin with the name of the file.
    Input(String),
}

impl From<String> for Failure {
    fn from(lines: String) -> Failure {
        Failure::Input(lines)
    }
}
