import {
  button, element, entryName, explain, icon, inLanguage, mailbox, moment, notice, once, Refusal,
  register, request, wait,
} from "../page.js";

/** The texts of the demo. */
const en = {
  inbox: "Demo inbox",
  nothing: "This is a demo: nothing is mailed or texted. The code that is sent to you stands here.",
  some: "This is a demo: nothing is mailed or texted. This code was sent to you.",
  elsewhere: "The codes to all addresses are in",
  purposes: {
    sign_in: "to sign in", register: "for a new passkey", set_pin: "for a PIN",
    recover: "for a recovery", approve: "to approve",
    confirm_phone: "for a phone number",
  },
  use: "Use it",
  useOf: (code) => `Use the code ${code}`,
  shop: "Demo shop",
  shopText: "Another shop asks for a payment; it appears here and on your phone.",
  ask: "Let a shop ask me",
  declined: (wait) => `You declined this shop's last payments, so that it may not ask now. It may again ${wait}.`,
};
const de = {
  inbox: "Posteingang der Demo",
  nothing: "Dies ist eine Demo: Nichts wird per E‑Mail oder SMS gesendet. Der Code an Sie steht hier.",
  some: "Dies ist eine Demo: Nichts wird per E‑Mail oder SMS gesendet. Dieser Code ging an Sie.",
  elsewhere: "Die Codes an alle Adressen stehen in",
  purposes: {
    sign_in: "zur Anmeldung", register: "für einen neuen Passkey", set_pin: "für eine PIN",
    recover: "für eine Wiederherstellung", approve: "zur Freigabe",
    confirm_phone: "für eine Telefonnummer",
  },
  use: "Verwenden",
  useOf: (code) => `Code ${code} verwenden`,
  shop: "Demo-Shop",
  shopText: "Ein anderer Shop bittet um eine Zahlung; sie erscheint hier und auf Ihrem Telefon.",
  ask: "Einen Shop anfragen lassen",
  declined: (wait) => `Sie haben die letzten Zahlungen dieses Shops abgelehnt, deshalb darf er jetzt nicht anfragen. ${wait[0].toUpperCase()}${wait.slice(1)} darf er es wieder.`,
};
const texts = inLanguage({ en, de });

/** Seconds between two looks into the inbox. */
const pauseSeconds = 2;
/** Addresses that are kept, the newest first. */
const mostAddresses = 8;
const entry = entryName("demoAddresses");

/** The addresses that were used in this browser. @returns {string[]} */
function addresses() {
  try {
    const kept = JSON.parse(localStorage.getItem(entry));
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Notes the addresses of a call: where codes to this browser's people go. */
function noteAddresses({ body }) {
  for (const address of [body?.userName, body?.phone]) {
    if (typeof address !== "string" || address === "") continue;
    const others = addresses().filter((other) => other !== address);
    localStorage.setItem(entry, JSON.stringify([address, ...others].slice(0, mostAddresses)));
  }
}

const usedEntry = entryName("demoUsedCodes");
/** Codes that are kept as used, the newest first. */
const mostUsed = 20;

/**
 * The codes that were used in this browser, each with when.
 *
 * @returns {{code: string, at: number}[]}
 */
function usedCodes() {
  try {
    const kept = JSON.parse(localStorage.getItem(usedEntry));
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Notes the codes of a call that was answered: they do no more. */
function noteUsed({ body, answer }) {
  // The first of two codes is asked for again with the second.
  if (answer?.reason === "otp_required") return;
  const fresh = codesIn(body).map((code) => ({ code, at: Date.now() }));
  if (fresh.length === 0) return;
  localStorage.setItem(usedEntry, JSON.stringify([...fresh, ...usedCodes()].slice(0, mostUsed)));
}

/** The codes in a body, at whatever depth a proof has them. @returns {string[]} */
function codesIn(body) {
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    (codeFields.includes(name) && typeof value === "string" ? [value] : codesIn(value)));
}

const codeFields = ["validateCode", "otp"];

/** True for a code that is still good for something. */
const isUnused = ({ code, at }) =>
  !usedCodes().some((used) => used.code === code && used.at >= Date.parse(at));

/** True for a code of the kind that a form asks for. */
const isAsked = ({ to, channel, purpose }, asked) => purpose === asked.purpose
  && channel === (asked.channel ?? "email")
  && (asked.to === undefined || to.toLowerCase() === asked.to.toLowerCase());

/** The code that a form asks for, beside it, once it is sent: a click fills it in. */
function inbox({ fill, asked }) {
  const list = element("ul", {});
  const lead = element("p", {}, texts.nothing);
  const file = mailbox();
  let shown = "";
  let timer = null;

  async function look() {
    const { codes } = await request("POST", "/demo/inbox", {
      body: { addresses: addresses() }, background: true, anonymous: true,
    }).catch(() => ({ codes: [] }));
    if (timer === null) return;
    // The newest comes first, and replaces those before.
    draw(codes.filter((code) => isAsked(code, asked) && isUnused(code)).slice(0, 1));
    timer = setTimeout(look, pauseSeconds * 1000);
  }

  function draw(codes) {
    // What is drawn stays while it is the same: it may have the focus.
    const wanted = JSON.stringify(codes);
    if (wanted === shown) return;
    shown = wanted;
    lead.textContent = codes.length > 0 ? texts.some : texts.nothing;
    list.replaceChildren(...codes.map(row));
  }

  const row = ({ to, purpose, code, at }) => element(
    "li", {},
    element(
      "p", {}, element("strong", {}, code), ` ${texts.purposes[purpose] ?? ""}`,
      element("br"), element("span", { class: "hint" }, `${to} · ${moment(at)}`)),
    button(texts.use, { "aria-label": texts.useOf(code), onclick: () => fill(code) }),
  );

  timer = setTimeout(look);
  return {
    root: element(
      "aside", { class: "demo", "aria-labelledby": "inbox-title" }, icon("mail"),
      element(
        "div", {}, element("h2", { id: "inbox-title" }, texts.inbox), lead, list,
        file && element(
          "p", { class: "hint" }, texts.elsewhere, " ", element("code", {}, file))),
    ),
    stop: () => {
      clearTimeout(timer);
      timer = null;
    },
  };
}

/** At home: a shop's payment for whoever is signed in. */
function drawShop() {
  const { root, say } = notice();
  const ask = button(texts.ask, { kind: "ask", onclick: once(() => [ask], send) });

  async function send() {
    say(null);
    try {
      await request("POST", "/demo/payment");
      // It is listed on top, and said as it comes.
      window.scrollTo({ top: 0 });
    } catch (error) {
      // The server holds a shop back whose payments the person has declined.
      const isHeldBack = error instanceof Refusal && error.reason === "too_many_requests";
      if (!isHeldBack) return explain(error, say);
      say(texts.declined(wait(error.retryAfterSeconds)));
    }
  }

  return {
    content: [
      element(
        "section", { class: "demo", "aria-labelledby": "shop-title" }, icon("info"),
        element(
          "div", {}, element("h2", { id: "shop-title" }, texts.shop),
          element("p", {}, texts.shopText), root, ask),
      ),
    ],
  };
}

register({
  called: noteAddresses,
  answered: noteUsed,
  codeHelp: inbox,
  home: { load: async () => null, draw: drawShop },
});
