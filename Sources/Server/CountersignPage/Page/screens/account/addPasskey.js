import { readRegistrationOptions } from "../../calls/credentials.js";
import { isAddedByCode, wouldPasskeyWait } from "../../calls/secondFactor.js";
import { button } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { explain, notice } from "../../core/notice.js";
import { once } from "../../core/once.js";
import { noteScreen, show } from "../../core/screen.js";
import { passkeyName, saidOfNewPasskey, wordsOfNewWait } from "../../parts/newFactor.js";
import { PromptFailed } from "../../passkeys/prompt.js";
import { isOver, passkeyRegistration } from "../../passkeys/registerPasskey.js";
import { texts } from "../../texts.js";

const toSecurity = (done) => go({ to: "security", done });

/**
 * Adds a passkey: an account that has a factor proves one first, another proves a mailed code.
 *
 * @param {object} factors the second factor as it stands
 * @param {(text?: string) => Promise<void>} [leave] where to go then: to Security unless told
 */
export function showAddPasskey(factors, leave = toSecurity) {
  if (isAddedByCode(factors)) return go({ to: "offerPasskey", leave });
  go({
    to: "confirmFactor", factors, activity: "passkey", change: { change: "addPasskey" }, leave,
    make: async (proof) => {
      const options = await readRegistrationOptions({ proof });
      return () => showMake(options, factors, leave);
    },
  });
}

/** The new passkey comes on a screen of its own: two prompts in a row would look like one. */
function showMake(options, factors, leave) {
  const { root, say } = notice();
  const registration = passkeyRegistration(() => options);
  const name = passkeyName();
  const make = button(texts.passkey.setUp, {
    kind: "primary wide", icon: "passkey", onclick: once(() => [make], makeAndRegister),
  });

  async function makeAndRegister() {
    say(null);
    const isHere = noteScreen();
    try {
      const isNamed = await registration.run(() => say(texts.passkey.lost, "plain"), name.read());
      const done = await saidOfNewPasskey({ isNamed });
      if (isHere()) await leave(done);
    } catch (error) {
      if (isHere()) settle(error);
    }
  }

  function settle(error) {
    if (error instanceof PromptFailed) {
      say(error.kind === "exists" ? texts.passkey.exists : texts.passkey.cancelled);
    } else if (isOver(error)) {
      say(texts.passkey.notAdded);
      make.hidden = true;
    } else explain(error, say);
  }

  show({
    title: texts.passkey.title,
    place: "security",
    matter: registration.matter,
    again: () => showMake(options, factors, leave),
    content: [
      element("p", { class: "lead" }, texts.passkey.lead),
      wouldPasskeyWait(factors) && element("p", {}, wordsOfNewWait()), name.root, root, make,
      button(texts.back, { kind: "quiet wide", onclick: () => leave() }),
    ],
  });
}
