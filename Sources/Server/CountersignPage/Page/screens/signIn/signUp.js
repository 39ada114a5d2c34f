import { requestSignInCode, requestSignUp } from "../../calls/codes.js";
import { openSession } from "../../calls/session.js";
import { addressField, button, field } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { explainAt, notice } from "../../core/notice.js";
import { once } from "../../core/once.js";
import { noteScreen, show } from "../../core/screen.js";
import { codeForm } from "../../parts/codeForm.js";
import { enterAnew } from "../../session/enter.js";
import { forgetSigningIn, keepSigningIn, signingIn } from "../../session/signingIn.js";
import { openInstead } from "../../session/signOut.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

/** Creates an account: name and address, then the code. What was entered before stands there. */
export function showSignUp() {
  const { root, say } = notice();
  const before = signingIn();
  const name = field({
    id: "name", label: texts.signUp.name, type: "text", autocomplete: "name", required: true,
    maxlength: 64, autocapitalize: "words", value: before?.displayName,
  });
  const email = addressField({
    label: texts.signUp.email, autocomplete: "email",
    value: before?.displayName ? before.userName : null,
  });
  const submit = element("button", { type: "submit", class: "primary wide" }, texts.signUp.submit);

  async function send() {
    say(null);
    const displayName = name.input.value.trim();
    // The first one that is wrong gets the focus, so it is checked last.
    const userName = email.read();
    name.setError(displayName ? null : texts.signUp.nameForm);
    if (userName === null || !displayName) return;
    begin("signUp");
    const isHere = noteScreen();
    try {
      const request = await requestSignUp(userName, displayName);
      if (!isHere()) return;
      keepSigningIn({ ...request, userName, displayName });
      go({ to: "signInCode" });
    } catch (error) {
      // The address has the server's form: what it does not take is the name.
      explainAt(error, { unacceptable_value: [name, texts.signUp.nameRefused] }, say);
    }
  }

  show({
    title: texts.signUp.title,
    content: [
      element("p", { class: "lead" }, texts.signUp.lead),
      root,
      element(
        "form", { novalidate: true, onsubmit: once(() => [submit], send) },
        name.root, email.root, submit),
      element(
        "p", { class: "aside" }, texts.signUp.haveOne, " ",
        button(texts.signUp.signIn, { kind: "link", onclick: () => go({ to: "welcome" }) }),
      ),
    ],
  });
}

/** Signs in with the code that was mailed; where none was asked for it begins anew. */
export function showSignInCode() {
  const asked = signingIn();
  if (asked === null) return go({ to: "welcome" });
  const { userName, displayName, codeRequest, resendAfter, at } = asked;
  const isNew = displayName !== null;
  const waited = Math.max(0, Date.now() - at) / 1000;

  async function resend() {
    const request = await (
      isNew ? requestSignUp(userName, displayName) : requestSignInCode(userName));
    keepSigningIn({ ...request, userName, displayName });
    return request;
  }

  const form = codeForm(
    { codeRequest, resendAfter: Math.max(0, Math.ceil(resendAfter - waited)) }, resend,
    async (validateCode, newest) => {
      await enterAnew(
        () => openInstead(() =>
          openSession({ codeRequest: newest.codeRequest, validateCode })),
        { isByCode: true });
      forgetSigningIn();
    }, { asked: { purpose: "sign_in", to: userName } });
  show({
    title: texts.code.title,
    content: [
      element(
        "p", { class: "lead" },
        isNew ? texts.code.leadSignUp(userName) : texts.code.leadSignIn(userName)),
      ...form.content,
      element(
        "p", { class: "aside" },
        button(texts.back, {
          kind: "link", onclick: () => go({ to: isNew ? "signUp" : "welcome" }),
        }),
      ),
    ],
    gone: form.gone,
  });
}
