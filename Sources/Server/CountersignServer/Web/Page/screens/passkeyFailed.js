import { button } from "../core/button.js";
import { explain } from "../core/explain.js";
import { notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { open } from "../core/places.js";
import { show } from "../core/screen.js";
import { registerPasskey } from "../passkeys/registerPasskey.js";
import { PromptFailed } from "../passkeys/prompt.js";
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
 * @param {{validateCode: string}} entitlement a code is spent only when a passkey is registered
 */
export function showPasskeyFailed(kind, entitlement) {
  const { root, say } = notice();
  say(words[kind]);
  const again = button(texts.tryAgain, {
    kind: "primary wide", icon: "passkey", onclick: once(() => [again], tryAgain),
  });

  async function tryAgain() {
    try {
      await registerPasskey(entitlement);
      await open("home", texts.passkey.added);
    } catch (error) {
      if (error instanceof PromptFailed) say(words[error.kind]);
      else explain(error, say);
    }
  }

  show({
    title: texts.passkey.codeTitle,
    place: "security",
    content: [
      root,
      kind === "cancelled" ? again : "",
      button(texts.passkey.later, { kind: "quiet wide", onclick: () => open("home") }),
    ].filter(Boolean),
  });
}
