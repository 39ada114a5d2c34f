/** @param {ArrayBuffer|Uint8Array} bytes @returns {string} base64url without padding */
export function encode(bytes) {
  const characters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte));
  return btoa(characters.join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text base64url or base64 @returns {Uint8Array} */
export function decode(text) {
  const characters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}
