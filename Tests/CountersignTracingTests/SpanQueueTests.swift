import CountersignCore
import CountersignTracing
import Instrumentation
import Synchronization
import Testing
import Tracing

@Suite("Spans that wait for a collector")
struct SpanQueueTests {
  private struct Away: Error {}

  private func fill(_ queue: SpanQueue, _ count: Int) {
    let tracer = OTLPTracer(queue)
    for number in 0..<count { tracer.startSpan("span \(number)").end() }
  }

  @Test("they are bounded, and what has no room is counted")
  func bounded() async throws {
    let queue = SpanQueue(resource: [:], capacity: 10, batch: 4)
    fill(queue, 25)
    let kept = KeptSpans()
    let spans = try await kept.spans(of: queue)
    #expect(spans.map(\.name) == (0..<10).map { "span \($0)" })
    #expect(kept.all.count == 3)
    #expect(queue.counts == SpanQueue.Counts(sent: 10, dropped: 15))
  }

  @Test("a collector that is away costs its body, and the next one is sent again")
  func away() async throws {
    let queue = SpanQueue(resource: [:], batch: 4)
    fill(queue, 6)
    await queue.flush { _ in throw Away() }
    #expect(queue.counts == SpanQueue.Counts(sent: 0, dropped: 4))
    let kept = KeptSpans()
    #expect(try await kept.spans(of: queue).map(\.name) == ["span 4", "span 5"])
    #expect(queue.counts == SpanQueue.Counts(sent: 2, dropped: 4))
  }

  @Test("while it runs, a whole body goes at once, and a part after a pause")
  func running() async throws {
    let queue = SpanQueue(resource: [:], batch: 4, pause: .milliseconds(20))
    let (sizes, continuation) = AsyncStream<Int>.makeStream()
    let running = Task {
      await queue.run { body in
        continuation.yield(try ReadSpan.read(body).count)
      }
    }
    fill(queue, 5)
    var taken: [Int] = []
    for await size in sizes {
      taken.append(size)
      if taken.reduce(0, +) == 5 { break }
    }
    running.cancel()
    await running.value
    #expect(taken.allSatisfy { $0 <= 4 })
    #expect(queue.counts.sent == 5)
  }

  @Test("a body that is not taken at once is sent again")
  func retried() async throws {
    let queue = SpanQueue(resource: [:], pause: .milliseconds(10))
    let tries = Mutex(0)
    let (ends, continuation) = AsyncStream<Void>.makeStream()
    let running = Task {
      await queue.run { _ in
        let number = tries.withLock { tries in
          tries += 1
          return tries
        }
        if number == 1 { throw Away() }
        continuation.yield()
      }
    }
    fill(queue, 3)
    for await _ in ends { break }
    running.cancel()
    await running.value
    #expect(tries.withLock { $0 } == 2)
    #expect(queue.counts == SpanQueue.Counts(sent: 3, dropped: 0))
  }

  @Test("the process is named in each body")
  func resource() async throws {
    let queue = SpanQueue(resource: ["service.name": "bank"])
    fill(queue, 1)
    let kept = KeptSpans()
    _ = try await kept.spans(of: queue)
    let text = String(decoding: try #require(kept.all.first), as: UTF8.self)
    #expect(
      text.contains(
        #""resource":{"attributes":[{"key":"service.name","value":{"stringValue":"bank"}}]}"#))
  }

  @Test("what is not recorded elsewhere is not recorded here, and its numbers go on")
  func notSampled() async throws {
    let queue = SpanQueue(resource: [:])
    let text = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"
    let context = TraceContext(traceparent: text)
    await OTLPTracer(queue).trace("request", .server, in: context) { _ in
      #expect(TraceContext.current?.traceID == context?.traceID)
      #expect(TraceContext.current?.spanID != context?.spanID)
      #expect(TraceContext.current?.isSampled == false)
    }
    #expect(try await KeptSpans().spans(of: queue).isEmpty)
  }

  @Test("an error leaves its type and nothing of its text; a refusal is no failure")
  func errors() async throws {
    struct Secret: Error { let text = "no hexadecimal: 258036" }
    let queue = SpanQueue(resource: [:])
    let tracer = OTLPTracer(queue)
    await #expect(throws: Secret.self) {
      try await tracer.trace("failing", .internal, in: nil) { _ in throw Secret() }
    }
    await #expect(throws: Refusal.self) {
      try await tracer.trace("refusing", .internal, in: nil) { _ in
        throw Refusal(.malformed, "Ngozi: is missing")
      }
    }
    let recording = OTLPTracer(queue).startSpan("recording")
    recording.recordError(Secret())
    recording.end()
    let kept = KeptSpans()
    let spans = try await kept.spans(of: queue)
    #expect(spans.map(\.hasFailed) == [true, false, false])
    #expect(
      spans.map(\.attributes) == [
        ["error.type": "Secret"], ["countersign.reason": "malformed"], ["error.type": "Secret"],
      ])
    let text = String(decoding: kept.all.flatMap(\.self), as: UTF8.self)
    // Words that no id could spell.
    #expect(!text.contains("no hexadecimal"))
    #expect(!text.contains("Ngozi"))
  }

  @Test("another library reads and writes the place in the trace as the standard's field")
  func carried() throws {
    let tracer = OTLPTracer(SpanQueue(resource: [:]))
    let parent = try #require(
      TraceContext(traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"))
    var context = InstrumentationContext.topLevel
    tracer.extract(["traceparent": parent.description], into: &context, using: Fields())
    let span = tracer.startSpan("work", context: context)
    var fields: [String: String] = [:]
    tracer.inject(span.context, into: &fields, using: Fields())
    let place = try #require(fields["traceparent"].flatMap(TraceContext.init(traceparent:)))
    #expect(place.traceID == parent.traceID && place.spanID != parent.spanID)
    #expect(place.isSampled)
    span.end()
  }

  private struct Fields: Extractor, Injector {
    func extract(key: String, from fields: [String: String]) -> String? { fields[key] }
    func inject(_ value: String, forKey key: String, into fields: inout [String: String]) {
      fields[key] = value
    }
  }
}
