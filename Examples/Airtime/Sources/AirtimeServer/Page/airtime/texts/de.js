/** The texts of the shop's own screens, in German. */
export const texts = {
  home: {
    balance: "Guthaben",
    cashback: (amount) => `${amount} Cashback`,
    buy: "Sprechguthaben kaufen",
  },

  buy: {
    title: "Sprechguthaben kaufen",
    network: "Netz",
    phone: "Telefonnummer",
    phoneHint: "Die Nummer, die das Sprechguthaben erhält, wie 08012345678",
    amount: "Betrag",
    amountHint: (least, most) => `Von ${least} bis ${most}`,
    available: (amount) => `Verfügbar: ${amount}`,
    quick: "Häufige Beträge",
    cashback: (amount) => `Zuerst ${amount} Cashback verwenden`,
    submit: "Weiter",
    networkForm: "Wählen Sie das Netz der Nummer.",
    phoneForm: "Geben Sie eine Nummer ein wie 08012345678 oder +2348012345678.",
    amountForm: (least, most) => `Geben Sie einen ganzen Betrag von ${least} bis ${most} ein, wie 1500 oder 1.500.`,
    tooMuch: (available) => `Ihr Guthaben reicht bis ${available}. Geben Sie einen kleineren Betrag ein.`,
    nothing: "Zurzeit gibt es nichts zu kaufen. Kommen Sie später wieder.",
  },

  review: {
    title: "Diese Zahlung freigeben",
    fromCashback: "Aus Cashback",
    fromBalance: "Aus dem Guthaben",
    balanceAfter: "Guthaben danach",
    pay: (amount) => `${amount} mit Passkey bezahlen`,
    paying: "Wird bezahlt",
    changed: "Die Zahlung hat sich geändert, während Sie weg waren. Sehen Sie sie noch einmal an, bevor Sie freigeben.",
    nothingPaid: "Nichts wurde bezahlt. Sie können es auch noch einmal mit dem Passkey versuchen.",
    nothingPaidAgain: "Nichts wurde bezahlt. Versuchen Sie es noch einmal mit dem Passkey.",
    nothingPaidLater: "Nichts wurde bezahlt. Sie können es gleich noch einmal mit dem Passkey versuchen.",
    noPasskey: "Sie haben noch keinen Passkey. Richten Sie einen ein; danach sind Sie wieder bei dieser Zahlung.",
    noPasskeyYet: "Sie haben noch keinen Passkey.",
    passkeyWaits: (until) => `Ein Passkey, den Sie jetzt einrichten, ist erst neu: ${until ? `Bis etwa ${until}` : "Bis zu drei Tage lang"} kann er diese Zahlung nicht freigeben.`,
    setUpLater: "Passkey für später einrichten",
    notBefore: (until) => (until ? `Diese Zahlung ist vor ${until} nicht möglich. Nichts anderes, was Sie haben, gibt sie frei.` : "Diese Zahlung ist nicht möglich, bevor diese Wartezeit vorbei ist. Nichts anderes, was Sie haben, gibt sie frei."),
    passkeyOnPhone: "Ihr Passkey ist in der App auf Ihrem Telefon. Geben Sie das dort frei.",
    onPhone: "Sie haben noch keinen Passkey. Geben Sie das auf Ihrem Telefon mit dessen PIN frei.",
    change: "Zahlung ändern",
    notWhatYouAsked: "Was der Server ausführen würde, ist nicht, was Sie wollten. Nichts wurde bezahlt. Beginnen Sie von vorn, und sagen Sie uns Bescheid, wenn es noch einmal geschieht.",
    lost: "Es kam keine Antwort. Wir fragen noch einmal; nichts wurde bezahlt.",
    leave: { title: "Diese Zahlung verlassen?", text: "Nichts wurde bezahlt.", stay: "Bleiben", go: "Verlassen" },
    leaveOnPhone: { title: "Diese Zahlung verlassen?", text: "Nichts wurde bezahlt, und Ihr Telefon wird nicht mehr gefragt.", stay: "Bleiben", go: "Verlassen" },
    leaveSent: { title: "Vor der Antwort gehen?", text: "Die Zahlung wurde gesendet, und die Antwort ist noch nicht da. Wer geht, nimmt sie nicht zurück; der Verlauf zeigt, was daraus geworden ist.", stay: "Bleiben", go: "Gehen" },
  },

  pin: {
    pay: (amount) => `${amount} bezahlen`,
    usePasskey: "Stattdessen den Passkey verwenden",
    otherWay: "Einen anderen Weg wählen",
    missing: "Sie haben noch keine PIN.",
    onPhone: "Ihre PIN ist auf Ihrem Telefon. Hier gibt ein Passkey Zahlungen frei.",
    onlyOnPhone: "Ihre PIN ist auf Ihrem Telefon.",
    missingAction: "PIN festlegen",
    blockedAction: "Hier gibt ein Passkey die Zahlung frei.",
  },

  outcome: {
    completed: "Aufladung erfolgreich",
    completedText: (phone) => `Das Sprechguthaben ist unterwegs zu ${phone}.`,
    pending: "Die Zahlung wird bearbeitet",
    pendingText: "Der Lieferant hat noch nicht geantwortet. Diese Seite verfolgt es; Sie können gehen und finden es unter Verlauf.",
    failed: "Die Aufladung ist fehlgeschlagen",
    failedText: "Der Lieferant konnte nicht liefern. Der volle Betrag ist wieder in Ihrem Guthaben.",
    failedWithCashback: "Der Lieferant konnte nicht liefern. Der volle Betrag ist zurück, in Ihrem Cashback und in Ihrem Guthaben.",
    paid: "Bezahlt",
    returned: "Zurückgegeben",
    balance: "Guthaben",
    reference: "Referenz",
    approvedAt: "Freigegeben am",
    another: "Noch einmal kaufen",
    home: "Zurück zum Start",
  },

  checking: {
    signIn: "Eine Zahlung wird noch geprüft. Melden Sie sich an, um zu sehen, was daraus geworden ist.",
    title: "Ihre Zahlung wird geprüft",
    text: "Die Verbindung brach ab, bevor die Antwort kam. Wir fragen, was daraus geworden ist. Bezahlen Sie nicht noch einmal: Nichts wird doppelt bezahlt.",
    noAnswer: (seconds) => `Der Server antwortet nicht. Nächste Frage in ${seconds} s.`,
    notThere: (seconds) => `Der Server hat sie bisher nicht gesehen. Nächste Frage in ${seconds} s.`,
    askNow: "Jetzt fragen",
    nothing: "Nichts wurde bezahlt",
    nothingText: "Die Zahlung hat uns nicht erreicht, bevor die Verbindung abbrach. Ihr Guthaben ist unberührt.",
    nothingAction: "Von vorn beginnen",
  },

  // The labels of a purchase's document, which a list does not have.
  history: {
    payee: "An",
    recipientPhone: "Nummer",
    status: { completed: "Abgeschlossen", pending: "In Bearbeitung", failed: "Fehlgeschlagen, Geld zurück" },
  },
};

/** Texts that the page shows outside the shop's screens, in place of its own with the same names. */
export const textsOfPage = {
  navigation: { buy: "Kaufen" },
  welcome: {
    lead: "Kaufen Sie Sprechguthaben. Nichts verlässt Ihr Guthaben, bevor Sie genau diesen Betrag mit Fingerabdruck, Gesicht, Bildschirmsperre oder PIN freigeben.",
  },
  timeline: {
    activities: {
      buy: "Sprechguthaben wählen", pay: "Sprechguthaben kaufen", check: "Zahlung prüfen",
    },
    answers: { topUp: "Stand und Guthaben erhalten" },
  },

  /** The way on, by the `reason` of a refusal. */
  problems: {
    already_used: "Diese Freigabe wurde schon verwendet. Sehen Sie im Verlauf nach, bevor Sie noch einmal bezahlen.",
    possible_duplicate: "Dasselbe wurde eben erst gekauft. Sehen Sie im Verlauf nach, bevor Sie noch einmal bezahlen.",
    insufficient_funds: "Ihr Guthaben reicht dafür nicht. Nichts wurde bezahlt. Ändern Sie die Zahlung auf einen kleineren Betrag.",
    product_unknown: "Das wird nicht mehr verkauft. Wählen Sie etwas anderes.",
    amount_out_of_range: "Dieser Betrag lässt sich nicht kaufen. Wählen Sie einen anderen.",
    supplier_missing: "Sprechguthaben lässt sich gerade nicht kaufen. Nichts wurde bezahlt. Versuchen Sie es später noch einmal.",
    phone_invalid: "An diese Nummer lässt sich kein Sprechguthaben senden. Geben Sie sie ein wie 08012345678.",
  },
};
