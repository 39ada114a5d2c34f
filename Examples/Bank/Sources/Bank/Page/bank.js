import * as countersign from "/auth/page/host.js";

countersign.register({ texts: { problems: {
  iban_invalid: "This is no IBAN: its check digits do not fit. Compare it with the invoice.",
  balance_too_low: "Your balance does not hold this amount.",
} } });

const element = (id) => document.getElementById(id);
const read = (form) => Object.fromEntries(new FormData(form));
const say = (id, text) => (element(id).textContent = text);
const euros = (minorUnits) => countersign.shownValue(
  { kind: "money", value: { minorUnits, currency: "EUR", exponent: 2 } }, "en");

/** Calls the bank itself, and shows who is signed in after that. */
async function enter(method, path, body) {
  const answer = await fetch(path, { method, body: body && JSON.stringify(body) });
  const { name, error } = await answer.json();
  if (error) throw new Error(error.message);
  [element("sign-in").hidden, element("account").hidden] = [name, !name];
  if (name) await showAccount();
}

async function showAccount() {
  const { balance, transfers } = await countersign.request("GET", "/transfers");
  element("set-up").hidden = (await countersign.readSecondFactor()).hasPasskey;
  say("balance", euros(balance));
  say("transfers", transfers.map(({ transfer: { amount, payee }, isSettled }) =>
    `${euros(amount)} to ${payee}: ${isSettled ? "settled" : "pending"}`).join("\n"));
  if (transfers.some(({ isSettled }) => !isSettled)) setTimeout(() => attempt(showAccount), 1000);
}

/** The payload of the form: the amount in cents, without floating point. */
function readTransfer({ amount, iban, payee, reference }) {
  const written = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(amount.trim());
  if (!written) throw new Error("Enter the amount in EUR, as in 12.50.");
  const cents = Number(written[1]) * 100 + Number((written[2] ?? "").padEnd(2, "0"));
  return { amount: cents, iban: iban.replaceAll(/\s/g, "").toUpperCase(), payee, reference };
}

/** Tells a document that says what is asked for: no other is shown, and none is signed. */
function isAnswered(transfer, document) {
  const value = (name) => countersign.fieldOf(document, name)?.value;
  return value("amount")?.minorUnits === transfer.amount && value("amount").currency === "EUR"
    && value("account")?.identifier === transfer.iban && value("payee") === transfer.payee
    && value("reference") === transfer.reference;
}

const news = {
  performed: "The transfer is on its way.", left: "Nothing was done.", added: "It is set up.",
  unknown: "No answer came. The list says whether it was sent.",
};

async function tell(outcome, form) {
  if (outcome.state === "refused") throw new Error(outcome.words);
  if (outcome.state === "performed") form.reset();
  say("news", news[outcome.state]);
  await showAccount();
}

/** What the bank says itself has its words; what the library throws gets them. */
const attempt = (task) => task().catch((error) => say(
  "problem", error.constructor === Error ? error.message : countersign.words(error)));

const on = (id, event, task) => element(id).addEventListener(event, (given) => {
  given.preventDefault();
  ["news", "problem"].forEach((place) => say(place, ""));
  attempt(async () => task(element(id)));
});

on("sign-in", "submit", (form) => enter("POST", "/sign-in", read(form)));
on("transfer", "submit", async (form) => {
  const transfer = readTransfer(read(form));
  await tell(await countersign.approve(
    "SEND_TRANSFER", transfer, (document) => isAnswered(transfer, document)), form);
});
on("set-up", "click", async () => tell(await countersign.setUpPasskey()));
on("sign-out", "click", () => countersign.endSession().then(() => enter("POST", "/sign-out")));
attempt(() => enter("GET", "/me"));
