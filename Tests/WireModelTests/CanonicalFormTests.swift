import Testing
import WebAuthnModel
import WireModel

@Suite("The canonical form of a transaction")
struct CanonicalFormTests {
  @Test("agrees with the vectors of the independent implementation")
  func vectors() throws {
    var file = try JSONObjectReader(fixture("canonical-vectors.json"))
    let accepted = try file.array("accepted")
    #expect(accepted.count == 5)
    for value in accepted {
      var vector = try JSONObjectReader(value)
      let name = try vector.string("name")
      let json = vector.optionalValue("transaction")
      let transaction = try TopUpTransaction(json: try #require(json))
      let hex = try transaction.canonicalBytes().map { byte in
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }.joined()
      let expected = try vector.string("canonical")
      #expect(hex == expected, "\(name)")
    }
  }

  @Test("refuses each character that a screen cannot show truthfully")
  func refusals() throws {
    var file = try JSONObjectReader(fixture("canonical-vectors.json"))
    let refused = try file.array("refused")
    #expect(refused.count == 10)
    for value in refused {
      var vector = try JSONObjectReader(value)
      let name = try vector.string("name")
      let json = vector.optionalValue("transaction")
      let transaction = try TopUpTransaction(json: try #require(json))
      let error = #expect(throws: CanonicalFormError.self, "\(name)") {
        try transaction.canonicalBytes()
      }
      #expect(error?.field == "payee")
    }
  }

  @Test("every field has its own place: no two transactions share their bytes")
  func injective() throws {
    let seed = Self.transaction
    var others: [TopUpTransaction] = []
    for change: (inout TopUpTransaction) -> Void in [
      { $0.amount = 501 }, { $0.currency = "GHS" }, { $0.payee = "MTN airtim" },
      { $0.productCode = "eAIRTIME_MTN" }, { $0.recipientPhone = "08012345679" },
      { $0.supplierSlug = "mtm" }, { $0.useCashback = true },
    ] {
      var other = seed
      change(&other)
      others.append(other)
    }
    let forms = try ([seed] + others).map { try $0.canonicalBytes() }
    #expect(Set(forms).count == forms.count)
  }

  @Test("a device sees each field that differs from what it asked for")
  func answersPayload() {
    let payload = TopUpPayload(
      amount: 500, productCode: "AIRTIME_MTN", recipientPhone: "08012345678")
    #expect(Self.transaction.answers(payload))
    for change: (inout TopUpPayload) -> Void in [
      { $0.amount = 501 }, { $0.productCode = "X" }, { $0.recipientPhone = "08012345679" },
      { $0.supplierSlug = "glo" }, { $0.useCashback = true },
    ] {
      var other = payload
      change(&other)
      #expect(!Self.transaction.answers(other))
    }
  }

  static let transaction = TopUpTransaction(
    amount: 500, currency: "NGN", payee: "MTN airtime", productCode: "AIRTIME_MTN",
    recipientPhone: "08012345678", supplierSlug: "mtn", useCashback: false)
}
