//! The manifest of a SCORM package: its lessons in order, and the files of each.

use super::page::{ELEMENT, Packed, SCRIPT};
use clap::ValueEnum;
use podlab::files::lesson_file::Chapter;
use podlab_link::snippets::attribute as escaped;

/// The editions of SCORM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Edition {
    /// SCORM 1.2, which every LMS reads
    #[value(name = "1.2")]
    V12,
    /// SCORM 2004, 4th edition
    #[value(name = "2004")]
    V2004,
}

impl Edition {
    /// The namespaces of the manifest's elements.
    fn namespaces(self) -> &'static str {
        match self {
            Edition::V12 => {
                "xmlns=\"http://www.imsproject.org/xsd/imscp_rootv1p1p2\" xmlns:adlcp=\"http://www.adlnet.org/xsd/adlcp_rootv1p2\""
            }
            Edition::V2004 => {
                "xmlns=\"http://www.imsglobal.org/xsd/imscp_v1p1\" xmlns:adlcp=\"http://www.adlnet.org/xsd/adlcp_v1p3\" \
                 xmlns:imsss=\"http://www.imsglobal.org/xsd/imsss\""
            }
        }
    }

    fn version(self) -> &'static str {
        match self {
            Edition::V12 => "1.2",
            Edition::V2004 => "2004 4th Edition",
        }
    }

    /// The attribute that says whether a resource speaks with the LMS.
    fn kind(self) -> &'static str {
        match self {
            Edition::V12 => "adlcp:scormtype",
            Edition::V2004 => "adlcp:scormType",
        }
    }

    /// What says that learners choose the lesson, and that the LMS leads from one to the next.
    fn sequencing(self) -> &'static str {
        match self {
            Edition::V12 => "",
            Edition::V2004 => {
                "<imsss:sequencing><imsss:controlMode choice=\"true\" flow=\"true\"/></imsss:sequencing>\n"
            }
        }
    }
}

/// Writes the manifest. With `by_chapter` the lessons stand below their chapters.
pub(super) fn write(lessons: &[Packed], title: &str, by_chapter: bool, edition: Edition) -> String {
    let kind = edition.kind();
    let items = if by_chapter {
        let chapters = Chapter::ALL.into_iter().map(|chapter| {
            let of_chapter =
                lessons.iter().filter(|packed| packed.lesson.course.chapter == chapter);
            (chapter, items(of_chapter))
        });
        let chapters = chapters.filter(|(_, items)| !items.is_empty()).enumerate();
        let items = chapters.map(|(index, (chapter, items))| {
            let (title, sequencing) = (escaped(podlab_messages::chapter(chapter)), edition.sequencing());
            format!("<item identifier=\"chapter-{index}\"><title>{title}</title>\n{items}{sequencing}</item>\n")
        });
        items.collect()
    } else {
        items(lessons)
    };
    let resources = lessons.iter().map(|packed| {
        let (name, page) = (packed.name(), packed.page());
        format!(
            "<resource identifier=\"page-{name}\" type=\"webcontent\" {kind}=\"sco\" href=\"{page}\">\
             <file href=\"{page}\"/><dependency identifierref=\"scripts\"/></resource>\n"
        )
    });
    let resources: String = resources.collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<manifest identifier=\"podlab\" version=\"1.0\" {namespaces}>
<metadata><schema>ADL SCORM</schema><schemaversion>{version}</schemaversion></metadata>
<organizations default=\"lessons\">
<organization identifier=\"lessons\"><title>{title}</title>
{items}{sequencing}</organization>
</organizations>
<resources>
{resources}<resource identifier=\"scripts\" type=\"webcontent\" {kind}=\"asset\"><file href=\"{SCRIPT}\"/><file href=\"{ELEMENT}\"/></resource>
</resources>
</manifest>
",
        namespaces = edition.namespaces(),
        version = edition.version(),
        title = escaped(title),
        sequencing = edition.sequencing(),
    )
}

/// Returns the item of each lesson.
fn items<'a>(lessons: impl IntoIterator<Item = &'a Packed>) -> String {
    let items = lessons.into_iter().map(|packed| {
        let (name, title) = (packed.name(), escaped(packed.title()));
        format!("<item identifier=\"lesson-{name}\" identifierref=\"page-{name}\"><title>{title}</title></item>\n")
    });
    items.collect()
}
