import Testing
import WebAuthnModel

@Suite("plain bodies")
struct StrictJSONTests {
  enum Colour: String, Codable, CaseIterable {
    case red
    case green
  }

  struct Device: JSONBody, Hashable {
    var key: [UInt8]
    var name: String

    func checkMembers() throws(JSONShapeError) {
      if name.isEmpty { throw JSONShapeError(path: "name", problem: "must not be empty") }
    }
  }

  struct Address: JSONBody, Hashable {
    var street: String
    var city: String?

    enum CodingKeys: CodingKey {
      case street
      case city
    }
  }

  struct Order: JSONBody, Hashable {
    var amount: Int64
    var note: String?
    var device: Device?
    var devices: [Device]?
    var places: [[String]]?
    var small: UInt8?
    var colour: Colour?
    var isGift: Bool?
    var extra: JSONValue?
    @Nullable var next: String?
    @Flattened var address: Address

    static var flattenedKeys: [any CodingKey.Type] { [Address.CodingKeys.self] }
  }

  struct Answer: JSONBody, ExtensibleJSON, Hashable {
    var device: Device
    var note: String?
  }

  /// Reads its members by containers inside of its own, and no type for them.
  struct Nested: JSONBody, Hashable {
    var x: Int64
    var rows: [Int64]

    enum CodingKeys: CodingKey {
      case point
      case rows
    }
    enum PointKeys: CodingKey {
      case x
    }

    init(x: Int64, rows: [Int64]) { (self.x, self.rows) = (x, rows) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let point = try container.nestedContainer(keyedBy: PointKeys.self, forKey: .point)
      x = try point.decode(Int64.self, forKey: .x)
      var list = try container.nestedUnkeyedContainer(forKey: .rows)
      rows = []
      while !list.isAtEnd { rows.append(try list.decode(Int64.self)) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var point = container.nestedContainer(keyedBy: PointKeys.self, forKey: .point)
      try point.encode(x, forKey: .x)
      var list = container.nestedUnkeyedContainer(forKey: .rows)
      for row in rows { try list.encode(row) }
    }
  }

  static let badInputs: [(String, String)] = [
    (#"{"amount":1,"amount":1}"#, "duplicate member name at byte 20"),
    (#"{"extra":"# + String(repeating: "[", count: 16), "nested too deep at byte 24"),
    ("[]", "must be an object"), ("null", "must be an object"),
    // An unknown member, before one that is missing.
    (#"{"ammount":1}"#, #"unknown field "ammount"; did you mean "amount"?"#),
    (#"{"amuont":1,"street":"a"}"#, #"unknown field "amuont"; did you mean "amount"?"#),
    (
      #"{"amount":1,"street":"a","isgift":true}"#,
      #"unknown field "isgift"; did you mean "isGift"?"#
    ),
    (#"{"amount":1,"stret":"a"}"#, #"unknown field "stret"; did you mean "street"?"#),
    (#"{"amount":1,"street":"a","weather":1}"#, #"unknown field "weather""#),
    (#"{"amount":1,"street":"a","address":{}}"#, #"unknown field "address""#),
    (#"{"amount":1,"street":"a","":1}"#, #"unknown field """#),
    // The Kelvin sign is canonically the letter K, and another name.
    (
      "{\"amount\":1,\"street\":\"a\","
        + "\"device\":{\"\u{212a}ey\":\"\",\"key\":\"\",\"name\":\"a\"}}",
      "device: unknown field \"\u{212a}ey\""
    ),
    (#"{"street":"a"}"#, "amount: is missing"), (#"{"amount":1}"#, "street: is missing"),
    // A member of the flattened value is none that nobody knows, though it was not read yet.
    (#"{"amount":"1","street":"a"}"#, "amount: must be an integer"),
    (#"{"amount":null,"street":"a"}"#, "amount: must be an integer"),
    (#"{"amount":1.5,"street":"a"}"#, "amount: must be an integer"),
    (#"{"amount":9223372036854775808,"street":"a"}"#, "amount: must be an integer"),
    (#"{"amount":1,"street":null}"#, "street: must be a string"),
    // One way to leave a member out.
    (#"{"amount":1,"street":"a","note":null}"#, "note: must not be null: leave it out"),
    (#"{"amount":1,"street":"a","device":null}"#, "device: must not be null: leave it out"),
    (#"{"amount":1,"street":"a","city":null}"#, "city: must not be null: leave it out"),
    (#"{"amount":1,"street":"a","small":256}"#, "small: must be an integer from 0 to 255"),
    (#"{"amount":1,"street":"a","small":-1}"#, "small: must be an integer from 0 to 255"),
    (#"{"amount":1,"street":"a","isGift":1}"#, "isGift: must be true or false"),
    (#"{"amount":1,"street":"a","colour":"blue"}"#, "colour: must be one of red, green"),
    (#"{"amount":1,"street":"a","colour":1}"#, "colour: must be a string"),
    (#"{"amount":1,"street":"a","next":1}"#, "next: must be a string"),
    (#"{"amount":1,"street":"a","device":[]}"#, "device: must be an object"),
    (
      #"{"amount":1,"street":"a","device":{"key":"A","name":"a"}}"#,
      "device.key: must be base64url"
    ),
    (#"{"amount":1,"street":"a","device":{"name":"a"}}"#, "device.key: is missing"),
    (
      #"{"amount":1,"street":"a","device":{"kye":"AA","name":"a"}}"#,
      #"device: unknown field "kye"; did you mean "key"?"#
    ),
    // An unknown member of an object, before one that is missing around it, or beside it.
    (
      #"{"device":{"kye":"AA","name":"a"}}"#,
      #"device: unknown field "kye"; did you mean "key"?"#
    ),
    (
      #"{"street":"a","device":{"key":"AA"},"devices":[{"key":"AA","nam":"a"}]}"#,
      #"devices[0]: unknown field "nam"; did you mean "name"?"#
    ),
    (#"{"street":"a","device":{"key":"AA","name":""}}"#, "amount: is missing"),
    (
      #"{"amount":1,"street":"a","device":{"key":"AA","name":""}}"#,
      "device.name: must not be empty"
    ),
    (#"{"amount":1,"street":"a","devices":{}}"#, "devices: must be an array"),
    (
      #"{"amount":1,"street":"a","devices":[{"key":"AA","name":"a"},{"key":1,"name":"a"}]}"#,
      "devices[1].key: must be a string"
    ),
    (#"{"amount":1,"street":"a","devices":[null]}"#, "devices[0]: must be an object"),
    (#"{"amount":1,"street":"a","places":[["b"],["c",2]]}"#, "places[1][1]: must be a string"),
  ]

  @Test(
    "a fault is told by its place, and an unknown name with the one that was meant",
    arguments: badInputs)
  func faults(text: String, problem: String) {
    #expect(throws: (any Error).self) {
      do {
        _ = try Order(json: JSONValue(parsing: Array(text.utf8)))
      } catch {
        #expect("\(error)" == problem)
        throw error
      }
    }
  }

  @Test("a long unknown name is cut short, and asked after no other")
  func longNames() throws {
    let name = String(repeating: "a", count: 5000)
    let error = #expect(throws: JSONShapeError.self) {
      try Device(json: .object(JSONObject([(name, JSONValue.integer(1))])))
    }
    #expect(error?.problem == "unknown field \"\(name.prefix(64))…\"")
  }

  @Test("more than sixty-four members are told apart, too")
  func manyMembers() throws {
    var object: JSONObject = ["amount": 1, "street": "a"]
    for index in 0..<70 { object["n\(index)"] = 1 }
    let error = #expect(throws: JSONShapeError.self) { try Order(json: .object(object)) }
    #expect(error?.problem == #"unknown field "n0""#)
    var late: JSONObject = [:]
    for index in 0..<70 { late["n\(index)"] = 1 }
    late["device"] = Device(key: [1], name: "a").json
    #expect(try Answer(json: .object(late)).device.name == "a")
  }

  @Test("an answer may hold members that a later version adds, its strict members none")
  func extensible() throws {
    let device: JSONObject = ["key": "AA", "name": "a"]
    #expect(try Answer(json: ["device": .object(device), "more": 1]).device.key == [0])
    #expect(try Answer(json: ["device": .object(device), "note": nil]).note == nil)
    var longer = device
    longer["more"] = 1
    let error = #expect(throws: JSONShapeError.self) {
      try Answer(json: ["device": .object(longer)])
    }
    #expect(error?.path == "device")
  }

  @Test("members are written in their order, nil left out or null, bytes as base64url")
  func writes() throws {
    let order = Order(
      amount: 1, note: nil, device: Device(key: [1, 2], name: "a"),
      devices: [Device(key: [], name: "b")], places: [["c"], []], small: 255, colour: .green,
      isGift: false, extra: ["z": nil, "a": .number("1e3")], next: nil,
      address: Address(street: "d", city: nil))
    let text = #"""
      {"amount":1,"device":{"key":"AQI","name":"a"},"devices":[{"key":"","name":"b"}],
      "places":[["c"],[]],"small":255,"colour":"green","isGift":false,
      "extra":{"z":null,"a":1e3},"next":null,"street":"d"}
      """#.replacing("\n", with: "")
    #expect(String(decoding: order.json.serialized(), as: UTF8.self) == text)
    #expect(try Order(json: JSONValue(parsing: Array(text.utf8))) == order)
  }

  @Test("containers inside of a type's own are read as strictly, and written")
  func nestedContainers() throws {
    let nested = Nested(x: 1, rows: [2, 3])
    #expect(nested.json == ["point": ["x": 1], "rows": [2, 3]])
    #expect(try Nested(json: nested.json) == nested)
    let cases: [(JSONValue, String)] = [
      (["point": ["x": "1"], "rows": []], "point.x: must be an integer"),
      (
        ["point": ["x": 1, "y": 1], "rows": []],
        #"point: unknown field "y"; did you mean "x"?"#
      ),
      (["point": ["x": 1], "rows": [1, nil]], "rows[1]: must be an integer"),
      (["point": [], "rows": []], "point: must be an object"),
    ]
    for (json, problem) in cases {
      let error = #expect(throws: JSONShapeError.self) { try Nested(json: json) }
      #expect(error?.description == problem)
    }
  }
}
