import Foundation
import Testing

@testable import CountersignTransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The stream of events by URLSession")
struct EventReceiverTests {
  @Test(
    "a task that ended before anybody waited for its answer is answered at once",
    .timeLimit(.minutes(1)))
  func earlyOutcome() async throws {
    let receiver = EventReceiver(limit: 1024)
    let session = URLSession(configuration: .ephemeral)
    defer { session.invalidateAndCancel() }
    let address = try #require(URL(string: "http://localhost:1/events"))
    let task = session.dataTask(with: address)
    // As a task that is cancelled before it begins.
    receiver.urlSession(session, task: task, didCompleteWithError: URLError(.cancelled))
    guard case .failure(let error) = await receiver.answer(to: task) else {
      Issue.record("a cancelled task has no answer")
      return
    }
    #expect((error as? URLError)?.code == .cancelled)
  }
}
