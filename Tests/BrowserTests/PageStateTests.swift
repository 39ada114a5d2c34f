import BrowserTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  /// The transitions of the page's tagged states, held against the tables that describe them.
  @Suite("the states of a review and of a payment")
  struct PageStateTests {
    @Test("the view of what happens closes, and stays closed after a reload")
    func timeline() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.open()
        let isOpen = "document.querySelector(\"#timeline details\").open"
        try await browser.wait(until: isOpen)
        try await browser.elements("#timeline summary").first?.click()
        try await browser.wait(until: "!\(isOpen)")
        try await person.open()
        try await person.see("Your approval, on every payment")
        let isClosed = try await browser.run("return !\(isOpen)")
        try #require(isClosed == true)
        try await browser.elements("#timeline summary").first?.click()
        try await browser.wait(until: isOpen)
      }
    }

    @Test("a review goes from state to state as its table says, with just what is known then")
    func review() async throws {
      let rows = try await Self.rows(
        """
        return import("/page/reviews/states.js").then((states) => {
          const make = () => states.review({
            id: "trn_1", transaction: {}, document: {}, keys: {}, factors: {},
            ways: { passkey: false, codes: true, pin: true }, challenge: null,
          });
          return tried(make, {
            sent: states.beginDecision, unanswered: states.endDecision,
            elsewhere: (review) => states.overtake(review, {}), withdrawn: states.withdrawPrompt,
            left: (review) => review.matter.leave(),
          }, {
            waiting: [], deciding: ["sent"], overtaken: ["sent", "elsewhere"],
            missed: ["sent", "elsewhere", "unanswered"], left: ["left"],
          });
        });
        """)
      try #require(
        rows == [
          "waiting, sent: deciding (leaving)", "waiting, unanswered: waiting (leaving)",
          "waiting, elsewhere: waiting (leaving)", "waiting, withdrawn: waiting (leaving)",
          "waiting, left: left ()",
          "deciding, sent: refused", "deciding, unanswered: waiting (leaving)",
          "deciding, elsewhere: overtaken (leaving transaction)",
          "deciding, withdrawn: deciding (leaving)", "deciding, left: left ()",
          "overtaken, sent: refused", "overtaken, unanswered: missed (leaving transaction)",
          "overtaken, elsewhere: overtaken (leaving transaction)",
          "overtaken, withdrawn: overtaken (leaving transaction)", "overtaken, left: left ()",
          "missed, sent: overtaken (leaving transaction)",
          "missed, unanswered: missed (leaving transaction)",
          "missed, elsewhere: missed (leaving transaction)",
          "missed, withdrawn: missed (leaving transaction)", "missed, left: left ()",
          "left, sent: refused", "left, unanswered: left ()", "left, elsewhere: left ()",
          "left, withdrawn: left ()", "left, left: left ()",
        ])
    }

    @Test("a payment goes from state to state, and is taken up anew after it was left")
    func payment() async throws {
      let rows = try await Self.rows(
        """
        return import("/page/airtime/payment/payment.js").then((states) => {
          const make = () => states.payment({}, { document: {}, ways: [], options: {} });
          return tried(make, {
            sent: states.beginSending, answered: states.endSending, taken: states.takeUp,
            stays: (payment) => states.leaveAfter(payment, async () => false),
            leaves: (payment) => states.leaveAfter(payment, async () => true),
          }, { open: [], sent: ["sent"], left: ["leaves"] });
        });
        """)
      try #require(
        rows == [
          "open, sent: sent (leaving question)", "open, answered: open (leaving question)",
          "open, taken: open (leaving question)", "open, stays: open (leaving question)",
          "open, leaves: left ()",
          "sent, sent: refused", "sent, answered: open (leaving question)",
          "sent, taken: sent (leaving question)", "sent, stays: sent (leaving question)",
          "sent, leaves: left ()",
          "left, sent: refused", "left, answered: left ()", "left, taken: open (leaving question)",
          "left, stays: left ()", "left, leaves: left ()",
        ])
    }

    @Test("a payment that is about to be sent waits for the question whether to leave it")
    func questionFirst() async throws {
      let rows = try await Self.rows(
        """
        return import("/page/airtime/payment/payment.js").then(async (states) => {
          const outcomes = [];
          for (const isLeft of [false, true]) {
            const payment = states.payment({}, { document: {}, ways: [], options: {} });
            let answer;
            const ask = () => new Promise((resolve) => (answer = resolve));
            const leaving = states.leaveAfter(payment, ask);
            const again = states.leaveAfter(payment, () => { throw new Error("asked twice"); });
            const sending = states.beginSending(payment).then(() => "sent", () => "not sent");
            outcomes.push(payment.progress.state);
            answer(isLeft);
            outcomes.push(`${await leaving} ${await again} ${await sending}`);
          }
          return outcomes;
        });
        """)
      try #require(rows == ["open", "false false sent", "open", "true true not sent"])
    }

    /// Runs a script in the page; `tried` tells what each event makes of each state.
    private static func rows(_ script: String) async throws -> [String] {
      var rows: [String] = []
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.open()
        try await person.see("Your approval, on every payment")
        rows = try await browser.run(
          """
          const tried = async (make, events, paths) => {
            const rows = [];
            for (const [state, path] of Object.entries(paths)) {
              for (const [name, event] of Object.entries(events)) {
                const made = make();
                for (const step of path) await events[step](made);
                const refused = await Promise.resolve().then(() => event(made))
                  .then(() => false, () => true);
                const { state: reached, ...known } = made.progress;
                rows.push(`${state}, ${name}: `
                  + (refused ? "refused" : `${reached} (${Object.keys(known).join(" ")})`));
              }
            }
            return rows;
          };
          \(script)
          """
        ).texts
      }
      return rows
    }
  }
}
