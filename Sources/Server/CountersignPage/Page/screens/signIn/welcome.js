import { requestSignInCode } from "../../calls/codes.js";
import { Refusal } from "../../calls/refusal.js";
import { addressField, button } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { explain, explainAt, notice } from "../../core/notice.js";
import { once } from "../../core/once.js";
import { noteScreen, show } from "../../core/screen.js";
import { hasPasskeys, PromptFailed } from "../../passkeys/prompt.js";
import { isOfChallenge, signInWithPasskey } from "../../passkeys/prove.js";
import { enterAnew } from "../../session/enter.js";
import { keepSigningIn } from "../../session/signingIn.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

/**
 * The first screen: sign in, or create an account.
 *
 * @returns {ReturnType<typeof notice>["say"]} says something on it
 */
export function showWelcome() {
  const { root, say } = notice();
  const passkey = button(texts.welcome.passkey, {
    kind: "primary wide", icon: "passkey", onclick: once(() => [passkey, send], usePasskey),
  });
  const phone = button(texts.welcome.phone, {
    kind: "wide", icon: "phone", onclick: () => go({ to: "phoneSignIn" }),
  });
  const email = addressField({ label: texts.welcome.email, autocomplete: "username" });
  const send = element("button", { type: "submit", class: "wide" }, texts.welcome.sendCode);
  const form = element(
    "form", { novalidate: true, onsubmit: once(() => [passkey, send], sendCode) }, email.root, send,
  );

  async function usePasskey() {
    begin("signIn");
    const isHere = noteScreen();
    try {
      await enterAnew(() => signInWithPasskey(() => say(texts.welcome.renewed, "plain")));
    } catch (error) {
      if (!isHere()) return;
      if (error instanceof PromptFailed) {
        say(error.kind === "unavailable"
          ? texts.welcome.passkeyUnavailable : texts.welcome.passkeyFailed);
      } else if (error instanceof Refusal && error.reason === "verification_failed") {
        say(texts.welcome.passkeyRefused);
      } else if (isOfChallenge(error)) {
        say(texts.welcome.expired);
      } else explain(error, say);
    }
  }

  async function sendCode() {
    say(null);
    const userName = email.read();
    if (userName === null) return;
    begin("signIn");
    const isHere = noteScreen();
    try {
      const request = await requestSignInCode(userName);
      if (!isHere()) return;
      keepSigningIn({ ...request, userName, displayName: null });
      go({ to: "signInCode" });
    } catch (error) {
      explainAt(error, { unacceptable_value: [email, texts.signUp.emailForm] }, say);
    }
  }

  show({
    title: texts.welcome.title,
    symbol: element("img", {
      src: "page/icons/mark.svg", width: 56, height: 56, alt: "", class: "seal",
    }),
    content: [
      element("p", { class: "lead" }, texts.welcome.lead),
      root,
      element(
        "div", { class: "stack" },
        hasPasskeys() ? passkey : element("p", { class: "hint" }, texts.welcome.passkeyUnavailable),
        phone,
      ),
      element("p", { class: "divider" }, element("span", {}, texts.welcome.or)),
      form,
      element(
        "p", { class: "aside" }, texts.welcome.newHere, " ",
        button(texts.welcome.create, { kind: "link", onclick: () => go({ to: "signUp" }) }),
      ),
    ],
  });
  return say;
}
