/** The texts of the shop's own screens, in English. */
export const texts = {
  home: {
    balance: "Balance",
    cashback: (amount) => `${amount} cashback`,
    buy: "Buy airtime",
  },

  buy: {
    title: "Buy airtime",
    network: "Network",
    phone: "Phone number",
    phoneHint: "The number that receives the airtime, as in 08012345678",
    amount: "Amount",
    amountHint: (least, most) => `From ${least} to ${most}`,
    available: (amount) => `Available: ${amount}`,
    quick: "Quick amounts",
    cashback: (amount) => `Use ${amount} cashback first`,
    submit: "Continue",
    networkForm: "Choose the network of the number.",
    phoneForm: "Enter a number as in 08012345678 or +2348012345678.",
    amountForm: (least, most) => `Enter a whole amount from ${least} to ${most}, as in 1500 or 1,500.`,
    tooMuch: (available) => `Your balance covers up to ${available}. Enter a smaller amount.`,
    nothing: "There is nothing to buy at the moment. Come back later.",
  },

  review: {
    title: "Approve this payment",
    fromCashback: "From cashback",
    fromBalance: "From your balance",
    balanceAfter: "Balance after",
    pay: (amount) => `Pay ${amount} with passkey`,
    paying: "Paying",
    changed: "The payment was updated while you were away. Look at it again before you approve.",
    nothingPaid: "Nothing was paid. You can also try the passkey again.",
    nothingPaidAgain: "Nothing was paid. Try the passkey again.",
    nothingPaidLater: "Nothing was paid. You can try the passkey again in a moment.",
    noPasskey: "You have no passkey yet. Set one up; then you are back at this payment.",
    noPasskeyYet: "You have no passkey yet.",
    passkeyWaits: (until) => `A passkey that you set up now is new at first: ${until ? `until about ${until}` : "for up to three days"} it cannot approve this payment.`,
    setUpLater: "Set up a passkey for later",
    notBefore: (until) => (until ? `This payment is not possible before ${until}. Nothing else that you have approves it.` : "This payment is not possible before that wait is over. Nothing else that you have approves it."),
    passkeyOnPhone: "Your passkey is in the app on your phone. Approve this there.",
    onPhone: "You have no passkey yet. Approve this on your phone with its PIN.",
    change: "Change the payment",
    notWhatYouAsked: "What the server would execute is not what you asked for. Nothing was paid. Start again, and tell us if it happens twice.",
    lost: "No answer came. Asking again; nothing has been paid.",
    leave: { title: "Leave this payment?", text: "Nothing has been paid.", stay: "Stay", go: "Leave" },
    leaveOnPhone: { title: "Leave this payment?", text: "Nothing has been paid, and your phone is asked no more.", stay: "Stay", go: "Leave" },
    leaveSent: { title: "Leave before the answer?", text: "The payment was sent and its answer is not here yet. Leaving does not take it back; History shows what became of it.", stay: "Stay", go: "Leave" },
  },

  pin: {
    pay: (amount) => `Pay ${amount}`,
    usePasskey: "Use passkey instead",
    otherWay: "Choose another way",
    missing: "You have no PIN yet.",
    onPhone: "Your PIN is on your phone. Here a passkey approves payments.",
    onlyOnPhone: "Your PIN is on your phone.",
    missingAction: "Set a PIN",
    blockedAction: "Here a passkey approves the payment.",
  },

  outcome: {
    completed: "Topup successful",
    completedText: (phone) => `The airtime is on its way to ${phone}.`,
    pending: "Payment is being processed",
    pendingText: "The supplier has not answered yet. This page follows it; you can leave, and find it under History.",
    failed: "The topup failed",
    failedText: "The supplier could not deliver. The full amount is back in your balance.",
    failedWithCashback: "The supplier could not deliver. The full amount is back, in your cashback and in your balance.",
    paid: "Paid",
    returned: "Returned",
    balance: "Balance",
    reference: "Reference",
    approvedAt: "Approved at",
    another: "Buy again",
    home: "Back to home",
  },

  checking: {
    signIn: "A payment is still being checked. Sign in to see what became of it.",
    title: "Checking your payment",
    text: "The connection broke before the answer came. We are asking what became of it. Do not pay again: nothing is paid twice.",
    noAnswer: (seconds) => `The server does not answer. Asking again in ${seconds} s.`,
    notThere: (seconds) => `The server has not seen it so far. Asking again in ${seconds} s.`,
    askNow: "Ask now",
    nothing: "Nothing was paid",
    nothingText: "The payment did not reach us before the connection broke. Your balance is untouched.",
    nothingAction: "Start again",
  },

  // The labels of a purchase's document, which a list does not have.
  history: {
    payee: "To",
    recipientPhone: "Number",
    status: { completed: "Completed", pending: "Processing", failed: "Failed, money returned" },
  },
};

/** Texts that the page shows outside the shop's screens, in place of its own with the same names. */
export const textsOfPage = {
  navigation: { buy: "Buy" },
  welcome: {
    lead: "Buy airtime. Nothing leaves your balance until you approve the exact amount with your fingerprint, face, screen lock or PIN.",
  },
  timeline: {
    activities: {
      buy: "Choose airtime", pay: "Buy airtime", check: "Check a payment",
    },
    answers: { topUp: "status and balance received" },
  },

  /** The way on, by the `reason` of a refusal. */
  problems: {
    already_used: "This approval was used before. Look at History before you pay again.",
    possible_duplicate: "The same was bought a moment ago. Look at History before you pay again.",
    insufficient_funds: "Your balance does not cover this. Nothing was paid. Change the payment to a smaller amount.",
    product_unknown: "This is no longer sold. Choose another.",
    amount_out_of_range: "This amount cannot be bought. Choose another.",
    supplier_missing: "Airtime cannot be bought right now. Nothing was paid. Try again later.",
    phone_invalid: "Airtime cannot be sent to this number. Enter it as in 08012345678.",
  },
};
