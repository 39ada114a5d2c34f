import AirtimeClient
import AirtimeModel
import AirtimeTesting
import Foundation
import Testing
import WireModel

@Suite("The shop's bodies")
struct AirtimeBodyTests {
  static let readers: [@Sendable (JSONValue) throws -> JSONValue] = [
    { try TopUpPayload(json: $0).json }, { try TopUpPayload(json: $0).json },
    { try TopUpTransaction(json: $0).json }, { try TopUpRequest(json: $0).json },
    { try TopUpRequest(json: $0).json }, { try TopUpAnswer(json: $0).json },
    { try TopUpAnswer(json: $0).json }, { try WalletAnswer(json: $0).json },
    { try TopUpList(json: $0).json }, { try ProductList(json: $0).json },
  ]

  @Test("each is read, and written as the same bytes")
  func bytes() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/airtime-bodies.json")
    guard case .array(let bodies) = try JSONValue(parsing: Array(Data(contentsOf: file))) else {
      Issue.record("the fixture is no list")
      return
    }
    #expect(bodies.count == Self.readers.count)
    for (read, body) in zip(Self.readers, bodies) {
      #expect(try read(body).serialized() == body.serialized())
    }
  }

  @Test(
    "an amount is a whole number from 1 to 2^53",
    arguments: [
      "0", "-1", "1.5", "5e2", "9007199254740993", "1e400", "\"500\"", "null", "true",
      "99999999999999999999",
    ])
  func amounts(amount: String) throws {
    let body = #"{"amount":\#(amount),"productCode":"A","recipientPhone":"0"}"#
    let json = try JSONValue(parsing: Array(body.utf8))
    let error = #expect(throws: JSONShapeError.self) { try TopUpPayload(json: json) }
    #expect(error?.path == "amount")
  }

  @Test("a device sees each field that differs from what it asked for")
  func answersPayload() {
    let action = TopUp(.sample)
    #expect(action.isAnswered(by: Self.document))
    for change: (inout TopUpPayload) -> Void in [
      { $0.amount = 501 }, { $0.productCode = "X" }, { $0.recipientPhone = "08012345679" },
      { $0.supplierSlug = "glo" }, { $0.useCashback = true },
    ] {
      var other = TopUpPayload.sample
      change(&other)
      #expect(!TopUp(other).isAnswered(by: Self.document))
    }
    // Cashback is in the document where it is spent, and nowhere else.
    let spending = Document(
      scenario: .topUp, language: .english, title: "Buy airtime",
      fields: Self.document.fields + [
        Document.Field("useCashback", label: "Spend cashback first", .flag(true))
      ])
    #expect(!action.isAnswered(by: spending))
    var asked = TopUpPayload.sample
    asked.useCashback = true
    #expect(TopUp(asked).isAnswered(by: spending))
  }

  private static let document = Document(
    scenario: .topUp, language: .english, title: "Buy airtime",
    fields: [
      Document.Field("amount", label: "Amount", .money(Money(50_000, "NGN", exponent: 2))),
      Document.Field("payee", label: "To", .payee("MTN airtime")),
      Document.Field("recipientPhone", label: "Number", .text("08012345678")),
      Document.Field("productCode", label: "Product", .reference("AIRTIME_MTN")),
      Document.Field("supplierSlug", label: "Supplier", .reference("mtn")),
    ])
}
