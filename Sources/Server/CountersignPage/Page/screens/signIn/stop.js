import { stop } from "../../calls/recovery.js";
import { Refusal } from "../../calls/refusal.js";
import { button } from "../../core/controls.js";
import { element, icon } from "../../core/element.js";
import { explain, notice } from "../../core/notice.js";
import { once } from "../../core/once.js";
import { noteScreen, show } from "../../core/screen.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

/**
 * Stops what a notice told of, by the link in it. It takes a press: a scanner of mail that opens
 * the link stops nothing.
 */
export function showStop() {
  const target = takeTarget();
  // Nothing of an account is open here: the page's name leads to its start.
  document.querySelector(".brand").href = "./";
  if (target === null) return showOutcome("missing");
  const { root, say } = notice();
  const { title, lead, go } = textsOf(target);
  const press = button(go, {
    kind: "danger wide", icon: "deny", onclick: once(() => [press], send),
  });

  async function send() {
    say(null);
    begin("stop");
    const isHere = noteScreen();
    try {
      const { stopped } = await stop(target);
      if (isHere()) showOutcome(stopped);
    } catch (error) {
      const isOver = error instanceof Refusal && error.reason === "link_over";
      if (!isHere()) return;
      if (isOver) showOutcome("over");
      else explain(error, say);
    }
  }

  show({
    title,
    symbol: element("span", { class: "symbol failed" }, icon("warning")),
    content: [
      element("p", { class: "lead" }, lead), root,
      element("div", { class: "stack" }, press),
      element("p", { class: "hint" }, texts.stop.ifYou), toStart(),
    ],
  });
}

/** What the link stops, in words: its id says which kind it is. */
function textsOf({ id }) {
  if (id.startsWith("ses_")) return texts.stop.signIn;
  return id.startsWith("hld_") ? texts.stop.hold : texts.stop.change;
}

/**
 * Reads the link's target. It stands in the fragment, which no server sees, and leaves the address
 * bar and the history at once.
 *
 * @returns {{id: string, secret: string}|null} null where it holds nothing to stop
 */
function takeTarget() {
  const [id, secret] = location.hash.slice(1).split(".");
  history.replaceState(null, "", location.pathname);
  return id && secret ? { id, secret } : null;
}

/** @param {"factor"|"recovery"|"signIn"|"hold"|"over"|"missing"} outcome */
function showOutcome(outcome) {
  const { title, text } = texts.stop.outcomes[outcome];
  const isStopped = outcome !== "over" && outcome !== "missing";
  show({
    title,
    symbol: element(
      "span", { class: `symbol ${isStopped ? "completed" : "pending"}` },
      icon(isStopped ? "check" : "clock")),
    content: [
      element("p", { class: "lead" }, text),
      isStopped ? element("p", {}, texts.stop.after) : null, toStart(),
    ],
  });
}

const toStart = () =>
  element("p", { class: "aside" }, element("a", { href: "./" }, texts.openWithApp.home));
