import { nameCredential } from "../../calls/credentials.js";
import { Refusal } from "../../calls/refusal.js";
import { nameDevice } from "../../calls/secondFactor.js";
import { button, field } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { explainAt, notice } from "../../core/notice.js";
import { once } from "../../core/once.js";
import { noteScreen, show } from "../../core/screen.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

const names = { passkey: nameCredential, phone: nameDevice };

/**
 * Has the person say what they call a passkey or a phone.
 *
 * @param {{kind: "passkey"|"phone", id: string, name: string}} item `name` is what it is called now
 */
export function showRename({ kind, id, name }) {
  const { root, say } = notice();
  const input = field({
    id: "item-name", label: texts.rename.label, hint: texts.rename.hint, type: "text",
    maxlength: 64, autocomplete: "off", autocapitalize: "sentences", value: name, required: true,
  });
  const submit = button(texts.rename.submit, { kind: "primary wide", type: "submit" });

  async function save() {
    const chosen = input.input.value.trim();
    input.setError(chosen ? null : texts.rename.form);
    if (!chosen) return;
    say(null);
    begin("rename");
    const isHere = noteScreen();
    try {
      await names[kind](id, chosen);
      if (isHere()) await go({ to: "security", done: texts.rename.done(chosen) });
    } catch (error) {
      const isWeak =
        error instanceof Refusal && error.reason === "insufficient_user_authentication";
      if (isWeak) say(texts.rename.weak);
      else explainAt(error, { unacceptable_value: [input, texts.rename.refused] }, say);
    }
  }

  show({
    title: texts.rename.title(name),
    place: "security",
    content: [
      root,
      element(
        "form", { novalidate: true, onsubmit: once(() => [submit], save) }, input.root, submit),
      button(texts.back, { kind: "quiet wide", onclick: () => go({ to: "security" }) }),
    ],
  });
}
