import { Refusal } from "../../calls/refusal.js";
import { confirmApp, enrolApp } from "../../calls/secondFactor.js";
import { button, codeField, copyButton } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { explain, notice } from "../../core/notice.js";
import { once } from "../../core/once.js";
import { noteScreen, show } from "../../core/screen.js";
import { qrCode } from "../../parts/linkPanel.js";
import { texts } from "../../texts.js";

/**
 * Adds an authenticator app: a factor that the account has is proved first, then a code of the app.
 *
 * @param {object} factors the second factor as it stands
 */
export function showAddApp(factors) {
  const key = crypto.randomUUID();
  return go({
    to: "confirmFactor", factors, activity: "app", change: { change: "addAuthenticatorApp" },
    make: async (proof) => {
      const app = await enrolApp(proof, key);
      return () => showSecret(app, factors);
    },
  });
}

function showSecret({ secret, qrCode: rows }, factors) {
  const key = crypto.randomUUID();
  const { root, say } = notice();
  const code = codeField("app-code", texts.approve.appCode);
  const submit = button(texts.addApp.submit, { kind: "primary wide", type: "submit" });
  const copy = copyButton(texts.addApp.copy, secret, { kind: "quiet", icon: "copy" });

  async function confirm() {
    const typed = code.read();
    code.setError(typed === null ? texts.code.form : null);
    if (typed === null) return;
    say(null);
    const isHere = noteScreen();
    try {
      await confirmApp(typed, key);
      if (isHere()) await go({ to: "security", done: texts.addApp.done });
    } catch (error) {
      const isWrong = error instanceof Refusal && error.reason === "verification_failed";
      if (!isWrong) return explain(error, say);
      code.input.value = "";
      code.setError(texts.addApp.wrong);
    }
  }

  show({
    title: texts.addApp.title,
    place: "security",
    // Its secret is kept nowhere: another one is made.
    again: () => go({ to: "addApp", factors }),
    content: [
      element("p", { class: "lead" }, texts.addApp.lead),
      element(
        "div", { class: "link-panel" },
        element("div", { class: "link-code" }, qrCode(rows, texts.addApp.codeLabel)),
        element(
          "div", { class: "link-guide" },
          element(
            "ol", { class: "numbered" },
            ...texts.addApp.steps.map((step) => element("li", {}, step))),
          element("p", { class: "hint" }, texts.addApp.byHand),
          element("p", { class: "secret" }, element("code", {}, secret.match(/.{1,4}/g).join(" "))),
          copy,
        ),
      ),
      root,
      element(
        "form", { novalidate: true, onsubmit: once(() => [submit], confirm) }, code.root, submit),
      button(texts.back, { kind: "quiet wide", onclick: () => go({ to: "security" }) }),
    ],
  });
}
