import { decode } from "../core/base64URL.js";
import { canonicalForm, joined, lengthed, padded, utf8 } from "./canonicalForm.js";

/** Layout 2 of a challenge (`docs/challenge-and-canonical-form.md`). */
const version = 2;
const bytesOfAll = 101;

/**
 * Tells a challenge that is linked to exactly this document: by its binding, its language and its
 * scenario tag. Anybody can tell: it takes no key.
 *
 * @param {import("./readDocument.js").Document} document
 * @param {string} challenge base64url
 * @returns {Promise<boolean>}
 */
export async function isLinkedTo(document, challenge) {
  const bytes = readBytes(challenge);
  if (bytes.length !== bytesOfAll || bytes[0] >> 4 !== version) return false;
  const binding = await sha256(joined(
    lengthed("countersign/binding/v2"), lengthed(document.scenario), lengthed(bytes.slice(9, 25)),
    lengthed(canonicalForm(document)),
  ));
  const tag = (await sha256(utf8(document.scenario))).slice(0, 4);
  const expected = joined(padded(document.language), tag, binding);
  return expected.every((byte, index) => byte === bytes[25 + index]);
}

function readBytes(challenge) {
  try {
    return decode(challenge);
  } catch {
    return new Uint8Array();
  }
}

const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
