const name = "countersign.payment";

/**
 * Keeps what is needed to ask for a payment's outcome: its key and what was shown. Never a proof.
 *
 * @param {{key: string, transaction: object}} payment
 */
export function remember({ key, transaction }) {
  localStorage.setItem(name, JSON.stringify({ key, transaction }));
}

/** Forgets the payment: its outcome is known. */
export function forget() {
  localStorage.removeItem(name);
}

/** The payment whose outcome is not known. @returns {{key: string, transaction: object}|null} */
export function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(name));
    return typeof kept?.key === "string" && kept.transaction ? kept : null;
  } catch {
    return null;
  }
}
