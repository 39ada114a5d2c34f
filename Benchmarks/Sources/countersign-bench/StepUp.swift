import AirtimeClient
import AirtimeServer

/// The purchase with a step-up: options, verify, and the top-up with the token.
struct StepUp: Benchmark {
  let name = "step-up"
  let calls = [
    BenchCall("options", .linkedOptions), BenchCall("verify", .verifyAssertion),
    BenchCall("topup", .topUp),
  ]
  let serveOptions = ["--opening-balance", "1000000000000"]

  var modules: [any Module] {
    var shop = AirtimeShop()
    shop.openingBalance = 1 << 40
    shop.products = DemoCatalogue.products
    shop.supplier = InstantSupplier()
    return [shop]
  }

  var rows: BenchRows {
    BenchRows(PackageResources.stepUpRows_sql, of: [AirtimeShop()]) { row in
      let id = "tx_" + row.identifier()
      let reference = "sandbox-" + row.identifier().prefix(12)
      return [
        "wallet": .text("wallet:" + row.owner), "transaction": .text(id),
        "debit": .text(id + ":debit"), "supply": .text(id + ":supply"),
        "order": .text("supply:" + id), "content": .text("{\"topUp\":\"\(id)\"}"),
        "reference": .text(reference),
        "details1": .text(
          """
          {"scenario":"TOP_UP","linked":true,"amr":["swk","user","mfa"],\
          "challenge":"\(Base64URL.encode(row.challenge))"}
          """),
        "details2": .text(
          """
          {"transaction":"\(id)","operation":"op_\(row.identifier())",\
          "proof":"verificationToken","linked":true,"amount":50}
          """),
        "details3": .text(
          """
          {"transaction":"\(id)","attempt":1,"outcome":"supplied","reference":"\(reference)"}
          """),
      ]
    }
  }

  func approve(by person: some BenchPerson) async throws {
    let request = LinkedOptionsRequest(scenario: .topUp, payload: Self.payload.json)
    let linked = try LinkedOptions(json: try await person.call(0, request.json))
    let assertion = try person.sign(linked.options)
    let verified = try VerificationAnswer(json: try await person.call(1, assertion.json))
    _ = try await person.call(
      2,
      TopUpRequest(
        payload: Self.payload, proof: .verificationToken(verified.verificationToken)
      ).json)
  }

  /// The purchase of each approval; its product earns no cashback.
  private static let payload = TopUpPayload(
    amount: 50, productCode: "AIRTIME_AIRTEL", recipientPhone: "08012345678")
}

/// A supplier that has always sent it already.
private struct InstantSupplier: Supplier {
  func supply(_ order: SupplyOrder) async -> SupplyOutcome { .supplied(reference: "bench") }
}
