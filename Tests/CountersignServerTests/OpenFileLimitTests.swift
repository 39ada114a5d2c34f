import CountersignCore
import Testing

@testable import CountersignServer

@Suite("Connections and the files that a process may have open")
struct OpenFileLimitTests {
  @Test(
    "half of the files are for connections; a network and streams have their part of them",
    arguments: [
      (.max, [8192, 1024, 4000, 2000]), (16_384, [8192, 1024, 4000, 2000]),
      (16_383, [8191, 1023, 3999, 1999]), (1024, [512, 64, 250, 125]), (256, [128, 16, 62, 31]),
      (1, [1, 1, 1, 1]),
    ] as [(Int, [Int])])
  func reduced(openFiles: Int, expected: [Int]) {
    var policy = ServicePolicy()
    let isReduced = policy.reduceConnections(toFit: openFiles)
    #expect(isReduced == (expected[0] < 8192))
    let streams = policy.eventStreams
    #expect(
      [
        policy.requests.connections, policy.requests.connectionsPerNetwork, streams.all,
        streams.ofStrangers,
      ] == expected)
    // What one network or one account may watch is no part of them.
    #expect(streams.perNetwork == 30 && streams.perTopic == 16)
  }

  @Test("a limit that was set is reduced too, and stays where it fits")
  func set() {
    var policy = ServicePolicy()
    (policy.requests.connections, policy.requests.connectionsPerNetwork) = (600, .max)
    let reductions = (1...2).map { _ in policy.reduceConnections(toFit: 1024) }
    #expect(reductions == [true, false])
    #expect(policy.requests.connections == 512)
    policy.requests.connections = .max
    let isReduced = policy.reduceConnections(toFit: 1024)
    #expect(isReduced && policy.requests.connections == 512)
  }
}
