import { confirmNumber, setNumber } from "../../calls/secondFactor.js";
import { button, field } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { once } from "../../core/once.js";
import { noteScreen, show } from "../../core/screen.js";
import { codeForm } from "../../parts/codeForm.js";
import { texts } from "../../texts.js";

/** A number as networks take it (E.164), without what people write between its digits. */
const numberForm = /^\+[1-9][0-9]{6,14}$/;

/**
 * Sets the number that codes are texted to, or changes it: a proof of this very number comes first,
 * then the code that is texted there.
 *
 * @param {object} factors the second factor as it stands
 */
export function showSetNumber(factors) {
  const number = field({
    id: "number", label: texts.setNumber.label, hint: texts.setNumber.hint, type: "tel",
    inputmode: "tel", autocomplete: "tel", required: true,
  });
  const submit = button(texts.setNumber.submit, { kind: "primary wide", type: "submit" });

  async function confirmFirst() {
    const phone = number.input.value.replaceAll(/[\s()./-]/g, "");
    const isNumber = numberForm.test(phone);
    number.setError(isNumber ? null : texts.setNumber.form);
    if (!isNumber) return;
    const key = crypto.randomUUID();
    await go({
      to: "confirmFactor", factors, activity: "number", change: { change: "setPhone", phone },
      make: async (proof) => {
        const request = await setNumber(phone, proof, key);
        return () => showNumberCode(phone, request, factors);
      },
    });
  }

  show({
    title: factors.hasPhone ? texts.setNumber.changeTitle : texts.setNumber.title,
    place: "security",
    content: [
      element("p", { class: "lead" }, texts.setNumber.lead),
      element(
        "form", { novalidate: true, onsubmit: once(() => [submit], confirmFirst) },
        number.root, submit,
      ),
      button(texts.back, { kind: "quiet wide", onclick: () => go({ to: "security" }) }),
    ],
  });
}

function showNumberCode(phone, request, factors) {
  const key = crypto.randomUUID();
  // A proof is for one code: another begins with the number.
  const again = async () => {
    go({ to: "setNumber", factors });
    return null;
  };
  const form = codeForm(request, again, async (otp) => {
    const isHere = noteScreen();
    await confirmNumber(otp, key);
    if (isHere()) await go({ to: "security", done: texts.setNumber.done });
  }, {
    asked: { purpose: "confirm_phone", channel: "sms", to: phone },
    label: texts.approve.textedCode, wrong: texts.setNumber.wrong,
  });
  show({
    title: texts.approve.textTitle,
    place: "security",
    content: [
      element("p", { class: "lead" }, texts.code.leadTo(phone)), ...form.content,
      button(texts.back, {
        kind: "quiet wide", onclick: () => go({ to: "setNumber", factors }),
      }),
    ],
    again: () => showNumberCode(phone, request, factors),
    gone: form.gone,
  });
}
