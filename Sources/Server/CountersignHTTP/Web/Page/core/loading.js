import { announce } from "./announce.js";
import { explain } from "./explain.js";
import { button } from "./button.js";
import { element } from "./element.js";
import { doneNotice, notice } from "./notice.js";
import { fill, noteScreen, show } from "./screen.js";
import { texts } from "../texts.js";

/**
 * Shows a screen whose content comes from the server: an empty form of it first, then the content,
 * or what went wrong with a way to try again.
 *
 * @template Value
 * @param {{title: string, place: string, done?: string}} head `done` is what has just been done
 * @param {() => Promise<Value>} load
 * @param {(value: Value) => import("./screen.js").Screen} draw
 */
export async function showLoaded(head, load, draw) {
  const { root, say } = notice();
  const again = button(texts.tryAgain, { onclick: () => showLoaded(head, load, draw), hidden: true });
  const waiting = element(
    "div", { class: "placeholder", "aria-busy": "true" },
    element("span", { class: "unseen" }, texts.loading),
  );
  const done = head.done ? [doneNotice(head.done)] : [];
  const screen = { ...head, content: [...done, waiting, root, again] };
  show(screen);
  const isHere = noteScreen();
  if (head.done) announce(head.done);
  try {
    const value = await load();
    if (!isHere()) return;
    const drawn = draw(value);
    fill(screen, { ...drawn, content: [...done, ...drawn.content] });
  } catch (error) {
    if (!isHere()) return;
    waiting.hidden = true;
    again.hidden = false;
    explain(error, say);
  }
}
