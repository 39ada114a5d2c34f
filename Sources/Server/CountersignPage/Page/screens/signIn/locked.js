import { button, relabel } from "../../core/controls.js";
import { element, icon } from "../../core/element.js";
import { askSignOut } from "../../core/navigation.js";
import { explain, neededLevel, notice } from "../../core/notice.js";
import { once } from "../../core/once.js";
import { noteScreen, show } from "../../core/screen.js";
import { provePresence, unlockingPasskeys } from "../../passkeys/unlock.js";
import { hasPasskeys, PromptFailed } from "../../passkeys/prompt.js";
import { account } from "../../session/account.js";
import { enter } from "../../session/enter.js";
import { lacksPasskey, unlock } from "../../session/softLock.js";
import { texts } from "../../texts.js";

/**
 * The page while nobody has touched it: nothing of the account is on it, until a passkey opens it
 * or the person signs in anew.
 */
export function showLocked() {
  const { root, say } = notice();
  const passkey = button(texts.locked.unlock, {
    kind: "primary wide", icon: "passkey", hidden: !hasPasskeys() || lacksPasskey(),
    onclick: once(() => [passkey], open),
  });
  const again = button(texts.locked.again, {
    kind: "wide", icon: "signOut", onclick: () => askSignOut(),
  });

  async function open() {
    say(null);
    const isHere = noteScreen();
    try {
      const passkeys = await unlockingPasskeys();
      if (!isHere()) return;
      if (passkeys.length === 0) return leaveOut(texts.locked.noPasskey);
      relabel(passkey, texts.locked.unlocking, true);
      const isOwn = await provePresence(passkeys);
      if (!isHere()) return;
      if (!isOwn) return say(texts.locked.wrong);
      unlock();
      enter(account());
    } catch (error) {
      if (!isHere()) return;
      if (error instanceof PromptFailed) say(texts.locked.failed);
      // A session that was never worth its account's list is no more so now.
      else if (neededLevel(error) !== null) leaveOut(texts.locked.unconfirmed);
      else explain(error, say);
    } finally {
      relabel(passkey, texts.locked.unlock, false);
    }
  }

  /** Leaves signing in anew alone, and says why no passkey opens the page. */
  function leaveOut(why) {
    passkey.hidden = true;
    say(why, "plain");
    again.focus();
  }

  show({
    title: texts.locked.title,
    isLock: true,
    symbol: element("span", { class: "symbol" }, icon("security")),
    content: [
      element("p", { class: "lead" }, texts.locked.lead),
      root,
      element("div", { class: "stack" }, passkey, again),
    ],
  });
}
