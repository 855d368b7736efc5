//! What the page shows before the program is there.

/// Gives what the program has drawn as HTML: without what opens later, and with what was set as a property said as an attribute.
pub const STILL: &str = r#"
    const copy = document.body.cloneNode(true);
    const fields = (root) => [...root.querySelectorAll("input, option")];
    fields(document.body).forEach((field, index) => {
        const other = fields(copy)[index];
        other.toggleAttribute("checked", field.checked === true);
        other.toggleAttribute("selected", field.selected === true);
        if (["range", "number", "text"].includes(field.type)) other.setAttribute("value", field.value);
    });
    // What is in the menu of the bar stands in the bar where that is wide.
    copy.querySelector(".bar-more")?.removeAttribute("popover");
    for (const each of copy.querySelectorAll("[popover], dialog, .toast, script")) each.remove();
    for (const each of copy.querySelectorAll("[popovertarget]")) {
        each.removeAttribute("popovertarget");
        each.removeAttribute("popovertargetaction");
    }
    const comments = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT);
    const found = [];
    while (comments.nextNode()) found.push(comments.currentNode);
    for (const comment of found) comment.remove();
    return copy.innerHTML.replace(/<(header|main|section|details|dl|ul|li|form|fieldset)\b/g, "\n<$1").trim() + "\n"
"#;
