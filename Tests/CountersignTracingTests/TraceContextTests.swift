import CountersignCore
import Testing

@Suite("W3C Trace Context")
struct TraceContextTests {
  private static let trace = "0af7651916cd43dd8448eb211c80319c"
  private static let span = "b7ad6b7169203331"

  @Test("a field of its form is read, and written as it was", arguments: ["00", "01"])
  func read(flags: String) throws {
    let text = "00-\(Self.trace)-\(Self.span)-\(flags)"
    let context = try #require(TraceContext(traceparent: text))
    #expect(context.traceID == Self.trace)
    #expect(context.spanID == Self.span)
    #expect(context.isSampled == (flags == "01"))
    #expect("\(context)" == text)
  }

  @Test("numbers keep the zeros in front of them, and flags that nobody knows are not handed on")
  func zeros() throws {
    let text = "00-00000000000000000000000000000001-000000000000000a-ff"
    let context = try #require(TraceContext(traceparent: text))
    #expect("\(context)" == "00-00000000000000000000000000000001-000000000000000a-01")
  }

  @Test("a later version is read as far as the first one goes")
  func laterVersion() throws {
    for text in [
      "01-\(Self.trace)-\(Self.span)-01", "cc-\(Self.trace)-\(Self.span)-01-what-comes-later",
    ] {
      let context = try #require(TraceContext(traceparent: text))
      #expect("\(context)" == "00-\(Self.trace)-\(Self.span)-01")
    }
  }

  @Test(
    "anything else is no place in a trace",
    arguments: [
      "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-0", "00-\(trace)-\(span)-011",
      "00-\(trace)-\(span)-01-more", "00-\(trace)-\(span)-01,00-\(trace)-\(span)-01",
      "01-\(trace)-\(span)-01.more", "ff-\(trace)-\(span)-01", "0g-\(trace)-\(span)-01",
      "00-\(trace.uppercased())-\(span)-01", "00-\(trace)-B7AD6B7169203331-01",
      "00-00000000000000000000000000000000-\(span)-01", "00-\(trace)-0000000000000000-01",
      " 00-\(trace)-\(span)-01", "00_\(trace)_\(span)_01", "00-\(trace)-\(span)-0 ",
      "00-\(trace.dropLast())g-\(span)-01", "00-\(trace)-\(span)-é",
    ])
  func unreadable(text: String) { #expect(TraceContext(traceparent: text) == nil) }
}
