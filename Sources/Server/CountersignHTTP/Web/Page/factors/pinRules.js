/** Whether a text has a PIN's form. @param {string} text */
export const isPIN = (text) => /^[0-9]{4,12}$/.test(text);

/** Reasons of a refusal after which the second factor is to be looked at again. */
export const concernsPIN = new Set([
  "verification_failed", "penalised", "attempt_in_progress", "second_factor_blocked",
]);

/**
 * Attributes of an input for a PIN. Browsers offer to keep passwords; a PIN is none of theirs.
 */
export const pinInput = {
  type: "password", inputmode: "numeric", pattern: "[0-9]*", maxlength: 12, required: true,
  autocomplete: "off", class: "digits",
};
