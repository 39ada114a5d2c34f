import { button } from "../core/button.js";
import { explain } from "../core/explain.js";
import { notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { open } from "../core/places.js";
import { noteScreen, show } from "../core/screen.js";
import { PromptFailed } from "../passkeys/prompt.js";
import { isOver } from "../passkeys/registerPasskey.js";
import { texts } from "../texts.js";

const words = {
  cancelled: texts.passkey.cancelled,
  unavailable: texts.passkey.unavailable,
  exists: texts.passkey.exists,
};

/**
 * No passkey was made: the person may try again with the same code.
 *
 * @param {"cancelled"|"unavailable"|"exists"} kind
 * @param {ReturnType<typeof import("../passkeys/registerPasskey.js").passkeyRegistration>} registration
 */
export function showPasskeyFailed(kind, registration) {
  const { root, say } = notice();
  say(words[kind]);
  const again = button(texts.tryAgain, {
    kind: "primary wide", icon: "passkey", onclick: once(() => [again], tryAgain),
  });

  async function tryAgain() {
    const isHere = noteScreen();
    try {
      await registration.run(() => say(texts.passkey.lost, "plain"));
      if (isHere()) await open("home", texts.passkey.added);
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
    matter: registration,
    content: [
      root,
      kind === "cancelled" ? again : "",
      button(texts.passkey.later, { kind: "quiet wide", onclick: () => open("home") }),
    ].filter(Boolean),
  });
}
