import { Refusal } from "../calls/refusal.js";
import { revokeCredential } from "../calls/revokeCredential.js";
import { button } from "../core/button.js";
import { confirm } from "../core/confirm.js";
import { element, icon } from "../core/element.js";
import { explain } from "../core/explain.js";
import { date } from "../core/moments.js";
import { once } from "../core/once.js";
import { open } from "../core/places.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { showConfirmFactor } from "./confirmFactor.js";

/**
 * The passkeys of the account, each with its removal. Where the session has proved no factor lately,
 * the person proves one first.
 *
 * @param {object[]} credentials
 * @param {object} factors
 * @param {(text: string) => void} say
 */
export function credentialList(credentials, factors, say) {
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
    begin("remove");
    try {
      await revoke(id);
    } catch (error) {
      const isUnproved = error instanceof Refusal
        && error.reason === "insufficient_user_authentication";
      if (!isUnproved) return explain(error, say);
      showConfirmFactor(factors, "remove", (proof) => revoke(id, proof));
    }
  }
}

async function revoke(id, proof) {
  await revokeCredential(id, proof);
  await open("security", texts.security.removed);
}

function facts({ createdAt, lastUsedAt, transports, isBackedUp }) {
  const kind = transports.map((name) => texts.security.thisKind[name]).find(Boolean);
  return [
    texts.security.added(date(createdAt)),
    lastUsedAt ? texts.security.used(date(lastUsedAt)) : texts.security.neverUsed,
    isBackedUp ? texts.security.synced : kind,
  ].filter(Boolean).join(" · ");
}
