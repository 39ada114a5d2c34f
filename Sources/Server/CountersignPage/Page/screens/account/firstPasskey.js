import { requestOwnCode } from "../../calls/codes.js";
import { readRegistrationOptions } from "../../calls/credentials.js";
import { button } from "../../core/controls.js";
import { element, icon } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { explain, notice } from "../../core/notice.js";
import { once } from "../../core/once.js";
import { mainPart, noteScreen, show } from "../../core/screen.js";
import { codeForm } from "../../parts/codeForm.js";
import { passkeyName, saidOfNewPasskey, saidOfPasskey } from "../../parts/newFactor.js";
import { PromptFailed } from "../../passkeys/prompt.js";
import { isOver, passkeyRegistration } from "../../passkeys/registerPasskey.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

/**
 * An errand of the first passkey: it may complete a recovery; `leave` goes on then, or without one.
 *
 * @typedef {{isRecovery: boolean, leave: (text?: string) => Promise<void>}} Errand
 */

const toHome = (done) => go({ to: "home", done });

/**
 * Offers a passkey to an account that has no factor yet, or that is recovered.
 *
 * @param {Partial<Errand>} [errand]
 */
export function showOfferPasskey({ isRecovery = false, leave = toHome } = {}) {
  const shown = notice();
  const { say } = shown;
  const name = passkeyName();
  const setUp = button(texts.passkey.setUp, {
    kind: "primary wide", icon: "passkey", onclick: once(() => [setUp], start),
  });

  async function start() {
    begin("passkey");
    const isHere = noteScreen();
    try {
      const request = await requestOwnCode("register");
      if (isHere()) showRegisterCode(request, name.read(), { isRecovery, leave });
    } catch (error) {
      explain(error, say);
    }
  }

  show({
    title: texts.passkey.title,
    place: "security",
    symbol: element("span", { class: "symbol" }, icon("passkey")),
    content: [
      element("p", { class: "lead" }, texts.passkey.lead),
      element(
        "ul", { class: "points" },
        ...texts.passkey.points.map((point) => element("li", {}, icon("check"), point)),
      ),
      name.root, mainPart(shown, setUp),
      button(texts.passkey.later, { kind: "quiet wide", onclick: () => leave() }),
    ],
  });
}

/**
 * Registers an account's first passkey: a code mailed for it stands in for the factor that the
 * account does not have yet.
 *
 * @param {object} request the answer to the request for a code
 * @param {string} name what the person calls it; empty for no name
 * @param {Errand} errand
 */
function showRegisterCode(request, name, errand) {
  const shown = notice();
  let code = null;
  // A code is spent only when a passkey is registered: the same one may be tried again with.
  const registration = passkeyRegistration(() => readRegistrationOptions({ validateCode: code }));

  async function makeAndRegister(validateCode) {
    code = validateCode;
    const isHere = noteScreen();
    try {
      const isNamed = await registration.run(() => shown.say(texts.passkey.lost, "plain"), name);
      await finish(isHere, errand, isNamed);
    } catch (error) {
      if (!isHere()) return;
      if (error instanceof PromptFailed) {
        showPasskeyFailed(error.kind, registration, name, errand);
      } else if (isOver(error)) shown.say(texts.passkey.notAdded);
      else throw error;
    }
  }

  const form = codeForm(
    request, () => requestOwnCode("register"), makeAndRegister,
    { asked: { purpose: "register" }, notice: shown });
  show({
    title: texts.passkey.codeTitle,
    place: "security",
    content: [
      element("p", { class: "lead" }, texts.code.leadOwn), shown.root, ...form.content,
      element(
        "p", { class: "aside" },
        button(texts.passkey.later, { kind: "link", onclick: () => errand.leave() }),
      ),
    ],
    matter: registration.matter,
    again: () => showRegisterCode(request, name, errand),
    gone: form.gone,
  });
}

/** Goes on, with what is said of the new passkey. */
async function finish(isHere, { isRecovery, leave }, isNamed) {
  const done = isRecovery ? await saidOfNewPasskey({ isRecovery, isNamed })
    : saidOfPasskey({ isNamed });
  if (isHere()) await leave(done);
}

const words = {
  cancelled: texts.passkey.cancelled,
  unavailable: texts.passkey.unavailable,
  exists: texts.passkey.exists,
};

/**
 * No passkey was made: the person may try again with the same code.
 *
 * @param {"cancelled"|"unavailable"|"exists"} kind
 * @param {ReturnType<typeof import("../../passkeys/registerPasskey.js").passkeyRegistration>}
 *   registration
 * @param {string} name
 * @param {Errand} errand
 */
function showPasskeyFailed(kind, registration, name, errand) {
  const { root, say } = notice();
  say(words[kind]);
  const again = button(texts.tryAgain, {
    kind: "primary wide", icon: "passkey", onclick: once(() => [again], tryAgain),
  });

  async function tryAgain() {
    const isHere = noteScreen();
    try {
      const isNamed = await registration.run(() => say(texts.passkey.lost, "plain"), name);
      await finish(isHere, errand, isNamed);
    } catch (error) {
      if (!isHere()) return;
      if (error instanceof PromptFailed) say(words[error.kind]);
      else if (isOver(error)) say(texts.passkey.notAdded);
      else explain(error, say);
    }
  }

  show({
    title: texts.passkey.codeTitle,
    place: "security",
    matter: registration.matter,
    content: [
      root,
      kind === "cancelled" ? again : "",
      button(texts.passkey.later, { kind: "quiet wide", onclick: () => errand.leave() }),
    ].filter(Boolean),
  });
}
