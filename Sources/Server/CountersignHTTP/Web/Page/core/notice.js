import { element, icon } from "./element.js";

/**
 * A place for what went wrong or right. It is in the page before it says something, so that a
 * screen reader reads what comes.
 *
 * @returns {{root: HTMLElement, say: (text: string|null, kind?: "problem"|"good"|"plain", ...more: Node[]) => void}}
 */
export function notice() {
  const root = element("div", { class: "notice", role: "alert" });
  const say = (text, kind = "problem", ...more) => {
    root.className = text ? `notice ${kind}` : "notice";
    root.replaceChildren(...(text ? content(text, kind, more) : []));
  };
  return { root, say };
}

/** What has just been done, on top of the screen that follows. @param {string} text */
export const doneNotice = (text) =>
  element("div", { class: "notice good" }, ...content(text, "good", []));

function content(text, kind, more) {
  return [
    icon(kind === "good" ? "check" : kind === "plain" ? "info" : "warning"),
    element("div", {}, element("p", {}, text), ...more),
  ];
}
