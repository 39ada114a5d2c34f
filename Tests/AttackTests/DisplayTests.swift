import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Attacks on what a person sees", .timeLimit(.minutes(10)))
struct DisplayTests {
  @Test("Attack 12: no payee is put before a person that shows as nothing or as another one")
  func payees() async throws {
    try await attack { server, key in
      for payee in [
        "\u{2800}", "\u{2800} \u{2800}", "\u{1d159}", "\u{3164}", "\u{115f}\u{1160}", "\u{200b}",
        "\u{a0}\u{2003}", "\u{ad}", "\u{fe0f}", "\u{e0041}", "Ike\u{200b}ja", "Ikeja\u{202e}skooB",
        "\u{301}Ikeja", "I\u{301}\u{302}\u{303}\u{304}keja", "Shop \u{967}2", "P\u{430}ypal",
        "Ikeja\u{e000}", "Ikeja\u{378}", "Ikeja \u{1f4b0}", "Ike\u{200d}ja", "Ikeja\u{7}",
      ] {
        let answer = try await server.create(payee: payee, key: key)
        #expect(answer.status == 422, "\(payee.unicodeScalars.map { $0.value })")
        #expect(answer.reason == .unacceptableValue)
        #expect(!answer.detail.contains("Ike"))
      }
      // Joiners choose between forms of a letter where a script has such; runs of spaces are one.
      for payee in [
        "\u{62e}\u{627}\u{646}\u{647}\u{200c}\u{647}\u{627}", "Ikeja\u{a0}  Books", "LG\u{96fb}",
      ] {
        #expect(try await server.create(payee: payee, key: key).status == 201)
      }
    }
  }

  @Test("Attack 12: an amount is in a currency with a minor unit, and no fraction of it is lost")
  func amounts() async throws {
    try await attack { server, key in
      for (amount, currency) in [
        (.number("12.505"), "EUR"), (.number("1e-3"), "EUR"), (.number("12.5"), "JPY"),
        ("12", "XXX"), ("12", "XTS"), ("1", "XAU"), ("1", "XAG"), ("1", "XPT"), ("1", "XPD"),
        ("1", "XDR"), ("1", "XSU"), ("1", "XUA"), ("1", "XBA"), ("12", "ZZZ"), ("12", "eur"),
        ("12", "EURO"), ("12.505", "EUR"), ("0.001", "EUR"), ("12.5", "JPY"), ("12.0", "JPY"),
        ("12.50504", "KWD"), ("12.505000", "EUR"), ("1e2", "EUR"), ("12,50", "EUR"),
        ("\u{661}\u{662}", "EUR"), ("-1", "EUR"), ("0.00", "EUR"),
      ] as [(JSONValue, String)] {
        let answer = try await server.create(amount: amount, currency: currency, key: key)
        #expect([400, 422].contains(answer.status), "\(amount) \(currency)")
      }
      let answer = try await server.create(amount: "12.5", currency: "EUR", key: key)
      #expect(answer.status == 201)
      #expect(try TransactionAnswer(json: answer.json).transaction.amount?.text == "12.50")
    }
  }

  @Test("Attack 12: a declared scenario takes no payee, text or amount that a review would not")
  func declared() async throws {
    try await attack { server, key in
      for (name, value) in [
        ("payee", "\u{2800}"), ("payee", "P\u{430}ypal"), ("reference", "\u{200b}"),
        ("reference", "Order\u{378}"), ("amount", "12.505"), ("amount", "12 XXX"),
      ] {
        var payload: JSONObject = [
          "amount": "12.50", "account": "DE89370400440532013000", "payee": "Ikeja Books",
        ]
        payload[name] = .string(value)
        let body: JSONObject = [
          "userName": "ada@example.com", "scenario": "PAY_INVOICE", "payload": .object(payload),
        ]
        let answer = try await server.send(
          WireRequest(.createTransaction, accessToken: key, body: .object(body)))
        #expect(answer.status == 422, "\(name)")
        #expect(answer.detail.contains("payload.\(name)"))
      }
    }
  }

  @Test("Attack 12: nobody takes a name that shows as nothing, or that a screen may show otherwise")
  func names() async throws {
    let harness = try await ServiceHarness()
    try await Attacker.run(harness) { server in
      for name in [
        "\u{2800}", "\u{3164}", "Ada\u{202e}", "Ada\u{378}", "Ada\u{e000}", "\u{301}Ada",
      ] {
        let answer = try await server.send(
          WireRequest(
            .signUp, body: SignUpRequest(userName: "ada@example.com", displayName: name).json))
        #expect(answer.status == 422, "\(name.unicodeScalars.map { $0.value })")
      }
      let answer = try await server.send(
        WireRequest(
          .signUp,
          body: SignUpRequest(userName: "ada@example.com", displayName: "Ada \u{1f600}").json))
      #expect(answer.status == 202)
    }
  }

  /// Serves a person and a host's key of scope `transactions`.
  private func attack(
    _ body: @escaping @Sendable (Attacker, String) async throws -> Void
  ) async throws {
    let harness = try await ServiceHarness { policy in
      policy.allow(pendingTransactions: 100)
      policy.add(.payInvoice)
    }
    let key = try await harness.serviceKey([.transactions]).exposed
    try await Attacker.run(harness) { server in
      _ = try await server.signUp(harness)
      try await body(server, key)
    }
  }
}

extension Attacker {
  /// Puts a payment before a person, as a host's backend does.
  fileprivate func create(
    payee: String = "Ikeja Books", amount: JSONValue = "12.50", currency: String = "EUR",
    key: String
  ) async throws -> Answer {
    let body: JSONObject = [
      "userName": "ada@example.com", "amount": amount, "currency": .string(currency),
      "payee": .string(payee),
    ]
    return try await send(WireRequest(.createTransaction, accessToken: key, body: .object(body)))
  }
}
