import Testing
import WebAuthnModel

@Suite("JSON object reader")
struct JSONObjectReaderTests {
  private let object: JSONValue = [
    "text": "a", "number": 7, "fraction": .number("1.5"), "flag": true, "data": "AQID",
    "list": [1], "inner": ["text": 1], "nothing": nil,
  ]

  @Test("members are read by their types")
  func reads() throws {
    var reader = try JSONObjectReader(object)
    #expect(try reader.string("text") == "a")
    #expect(try reader.integer("number") == 7)
    #expect(try reader.bool("flag"))
    #expect(try reader.bytes("data") == [1, 2, 3])
    #expect(try reader.array("list") == [1])
    #expect(try reader.optionalString("nothing") == nil)
    #expect(try reader.optionalInteger("absent") == nil)
    #expect(try reader.optionalBool("absent") == nil)
    #expect(try reader.optionalBytes("absent") == nil)
    #expect(try reader.optionalArray("absent") == nil)
    #expect(try reader.optionalObject("nothing") == nil)
    #expect(reader.optionalValue("fraction") == .number("1.5"))
  }

  @Test("a wrong type is refused with path and problem")
  func wrongTypes() throws {
    var reader = try JSONObjectReader(object)
    var inner = try reader.object("inner")
    #expect(inner.path == "inner")
    #expect(throws: JSONShapeError(path: "inner.text", problem: "must be a string")) {
      try inner.string("text")
    }
    #expect(throws: JSONShapeError(path: "fraction", problem: "must be an integer")) {
      try reader.integer("fraction")
    }
    #expect(throws: JSONShapeError(path: "text", problem: "must be base64url")) {
      try reader.bytes("text")
    }
    #expect(throws: JSONShapeError(path: "nothing", problem: "must be a string")) {
      try reader.string("nothing")
    }
    #expect(throws: JSONShapeError(path: "absent", problem: "is missing")) {
      try reader.bool("absent")
    }
    #expect(throws: JSONShapeError(path: "number", problem: "must be an object")) {
      try reader.optionalObject("number")
    }
    #expect(throws: JSONShapeError(path: "", problem: "must be an object")) {
      try JSONObjectReader([1])
    }
    #expect(JSONShapeError(path: "a.b", problem: "is missing").description == "a.b: is missing")
  }

  @Test("a member that nobody asked for is refused by name, past the sixty-fourth too")
  func unknownMembers() throws {
    var members = JSONObject()
    for index in 0..<70 { members["n\(index)"] = 1 }
    var reader = try JSONObjectReader(.object(members), path: "body")
    for index in 0..<69 { _ = reader.optionalValue("n\(index)") }
    #expect(throws: JSONShapeError(path: "body.n69", problem: "is not known here")) {
      try reader.finish()
    }
    _ = reader.optionalValue("n69")
    #expect(throws: Never.self) { try reader.finish() }
  }
}
