import CountersignCore
import Testing

@testable import CountersignHTTP

@Suite("Places by the times of answers")
struct AnswerTimesTests {
  private let policy = RequestPolicy()

  @Test("answers that take more than four times as long as in calm take places, down to the least")
  func slow() {
    var times = calm(.milliseconds(10))
    note(&times, 1000, .milliseconds(40), beside: 63)
    #expect(times.places(policy) == 64)
    note(&times, 17, .milliseconds(80), beside: 63)
    #expect(times.places(policy) == 63)
    note(&times, 10_000, .milliseconds(60), beside: 63)
    #expect(times.places(policy) == 16)
  }

  @Test("they come back as answers are fast again")
  func fast() {
    var times = calm(.milliseconds(10))
    note(&times, 1000, .milliseconds(100), beside: 63)
    #expect(times.places(policy) == 16)
    note(&times, 32, .milliseconds(20), beside: 15)
    #expect(times.places(policy) == 17)
    note(&times, 2000, .milliseconds(20), beside: 0)
    #expect(times.places(policy) == 64)
  }

  @Test("a store that is as slow in calm keeps its places")
  func farAway() {
    var times = calm(.milliseconds(100))
    note(&times, 1000, .milliseconds(390), beside: 63)
    #expect(times.places(policy) == 64)
  }

  @Test("an answer within 10 ms takes no place, however fast they are in calm")
  func soon() {
    var times = calm(.milliseconds(1))
    note(&times, 1000, .milliseconds(10), beside: 63)
    #expect(times.places(policy) == 64)
    note(&times, 10_000, .milliseconds(11), beside: 63)
    #expect(times.places(policy) == 16)
  }

  @Test("nothing is calm that eight are under way in, or that requests were shed in")
  func restless() {
    for (others, isCalm) in [(8, true), (0, false)] {
      var times = AnswerTimes()
      note(&times, 1000, .milliseconds(1), beside: others, isCalm: isCalm)
      note(&times, 1000, .seconds(1), beside: 63)
      #expect(times.places(policy) == 64)
    }
  }

  @Test("where few are under way, an answer that takes long takes no place")
  func long() {
    var times = calm(.milliseconds(1))
    note(&times, 1000, .seconds(10), beside: 30)
    #expect(times.places(policy) == 64)
    note(&times, 1000, .seconds(10), beside: 31)
    #expect(times.places(policy) == 16)
  }

  @Test("one answer that takes very long counts as four times what it may take")
  func outlier() {
    var times = calm(.milliseconds(10))
    note(&times, 5, .seconds(100), beside: 63)
    #expect(times.places(policy) == 64)
    note(&times, 1, .seconds(100), beside: 63)
    #expect(times.places(policy) == 63)
    note(&times, 18, .milliseconds(0), beside: 63)
    #expect(times.places(policy) == 64)
    // In calm it moves the mean by a twentieth.
    note(&times, 1, .seconds(100), beside: 0)
    note(&times, 10_000, .milliseconds(41), beside: 63)
    #expect(times.places(policy) == 64)
    note(&times, 10_000, .milliseconds(60), beside: 63)
    #expect(times.places(policy) == 16)
  }

  /// Times after enough answers in calm.
  private func calm(_ time: Duration) -> AnswerTimes {
    var times = AnswerTimes()
    note(&times, 1000, time, beside: 0)
    return times
  }

  private func note(
    _ times: inout AnswerTimes, _ count: Int, _ time: Duration, beside others: Int,
    isCalm: Bool? = nil
  ) {
    for _ in 0..<count {
      times.note(time, beside: others, isCalm: isCalm ?? (others < 8), policy)
    }
  }
}
