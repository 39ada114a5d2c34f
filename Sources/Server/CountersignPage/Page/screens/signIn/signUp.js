import { requestSignUp } from "../../calls/codes.js";
import { openSession } from "../../calls/session.js";
import { button, field } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { explain, notice } from "../../core/notice.js";
import { once } from "../../core/once.js";
import { noteScreen, show } from "../../core/screen.js";
import { codeForm } from "../../parts/codeForm.js";
import { enterAnew } from "../../session/enter.js";
import { openInstead } from "../../session/signOut.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

/** Creates an account: name and address, then the code. */
export function showSignUp() {
  const { root, say } = notice();
  const name = field({
    id: "name", label: texts.signUp.name, type: "text", autocomplete: "name", required: true,
    maxlength: 64, autocapitalize: "words",
  });
  const email = field({
    id: "email", label: texts.signUp.email, type: "email", autocomplete: "email", required: true,
  });
  const submit = element("button", { type: "submit", class: "primary wide" }, texts.signUp.submit);

  async function send() {
    begin("signUp");
    const userName = email.input.value.trim();
    const ask = () => requestSignUp(userName, name.input.value.trim());
    const isHere = noteScreen();
    try {
      const request = await ask();
      if (isHere()) showSignInCode(texts.code.leadSignUp(userName), request, ask);
    } catch (error) {
      explain(error, say);
    }
  }

  show({
    title: texts.signUp.title,
    content: [
      element("p", { class: "lead" }, texts.signUp.lead),
      root,
      element("form", { onsubmit: once(() => [submit], send) }, name.root, email.root, submit),
      element(
        "p", { class: "aside" }, texts.signUp.haveOne, " ",
        button(texts.signUp.signIn, { kind: "link", onclick: () => go({ to: "welcome" }) }),
      ),
    ],
  });
}

/**
 * Signs in with the code that was mailed.
 *
 * @param {string} lead what was sent where
 * @param {object} request the answer to the request for a code
 * @param {() => Promise<object>} resend
 */
export function showSignInCode(lead, request, resend) {
  const form = codeForm(request, resend, async (validateCode, { codeRequest }) => {
    await enterAnew(
      () => openInstead(() => openSession({ codeRequest, validateCode })),
      { isByCode: true });
  });
  show({
    title: texts.code.title,
    content: [
      element("p", { class: "lead" }, lead),
      ...form.content,
      element(
        "p", { class: "aside" },
        button(texts.back, { kind: "link", onclick: () => go({ to: "welcome" }) }),
      ),
    ],
    gone: form.gone,
  });
}
