import { announce } from "../core/announce.js";
import { button } from "../core/button.js";
import { confirm } from "../core/confirm.js";
import { element, icon } from "../core/element.js";
import { explain } from "../core/explain.js";
import { date } from "../core/moments.js";
import { once } from "../core/once.js";
import { removeCredential } from "../factors/removeCredential.js";
import { PromptFailed } from "../passkeys/prompt.js";
import { texts } from "../texts.js";

/**
 * The passkeys of the account, each with its removal.
 *
 * @param {object[]} credentials
 * @param {(text: string) => void} say
 * @param {() => void} changed called after a removal
 */
export function credentialList(credentials, say, changed) {
  if (credentials.length === 0) return element("p", { class: "fact" }, texts.security.noPasskeys);
  return element(
    "ul", { class: "credentials" },
    ...credentials.map((credential, index) => {
      const name = texts.security.passkey(index + 1);
      const remove = button(texts.security.remove, {
        kind: "quiet", "aria-label": texts.security.removeLabel(name),
        onclick: once(() => [remove], () => removeOne(credential)),
      });
      return element(
        "li", {},
        icon("passkey"),
        element(
          "div", {}, element("p", {}, name), element("p", { class: "hint" }, facts(credential)),
        ),
        remove,
      );
    }),
  );

  async function removeOne({ id }) {
    const text = credentials.length === 1
      ? `${texts.security.removeText} ${texts.security.removeLastText}` : texts.security.removeText;
    const isSure = await confirm({
      title: texts.security.removeTitle, text, stay: texts.security.keep, go: texts.security.removeGo,
    });
    if (!isSure) return;
    try {
      await removeCredential(id);
      announce(texts.security.removed);
      changed();
    } catch (error) {
      if (error instanceof PromptFailed) say(texts.security.removeUnproved);
      else explain(error, say);
    }
  }
}

function facts({ createdAt, lastUsedAt, transports, isBackedUp }) {
  const kind = transports.map((name) => texts.security.thisKind[name]).find(Boolean);
  return [
    texts.security.added(date(createdAt)),
    lastUsedAt ? texts.security.used(date(lastUsedAt)) : texts.security.neverUsed,
    isBackedUp ? texts.security.synced : kind,
  ].filter(Boolean).join(" · ");
}
