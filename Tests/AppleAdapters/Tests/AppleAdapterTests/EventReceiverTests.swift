import Foundation
import Testing

@testable import CountersignTransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The errors of URLSession")
struct TransportErrorTests {
  @Test("a connection that is lost under a call may have brought it; one that never was has not")
  func lostUnderACall() throws {
    for code in [URLError.Code.notConnectedToInternet, .secureConnectionFailed] {
      let error = URLError(code)
      #expect(URLSessionTransport.error(for: error, mayHaveLeft: false).delivery == .notSent)
      #expect(URLSessionTransport.error(for: error, mayHaveLeft: true).delivery == .unknown)
    }
    let unreachable = URLError(.cannotConnectToHost)
    #expect(URLSessionTransport.error(for: unreachable, mayHaveLeft: true).delivery == .notSent)
    let timeout = URLError(.timedOut)
    #expect(URLSessionTransport.error(for: timeout, mayHaveLeft: false).delivery == .unknown)
  }

  @Test("a request may have left once some of its body has, or at once if it has none")
  func progress() throws {
    let address = try #require(URL(string: "http://localhost:1/actions"))
    let session = URLSession(configuration: .ephemeral)
    defer { session.invalidateAndCancel() }
    var request = URLRequest(url: address)
    let call = CallDelegate()
    #expect(!call.mayHaveLeft(request))
    request.httpMethod = "POST"
    #expect(call.mayHaveLeft(request))
    request.httpBody = Data("{}".utf8)
    #expect(!call.mayHaveLeft(request))
    call.urlSession(
      session, task: session.dataTask(with: request), didSendBodyData: 1, totalBytesSent: 1,
      totalBytesExpectedToSend: 2)
    #expect(call.mayHaveLeft(request))
  }
}

@Suite("The stream of events by URLSession")
struct EventReceiverTests {
  @Test(
    "a task that ended before anybody waited for its answer is answered at once",
    .timeLimit(.minutes(5)))
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
