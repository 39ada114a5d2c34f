import CountersignClient
import CountersignDevice
import FlowModel
import Synchronization
import WebAuthnModel
import WireModel

/// The seams of an app in the JVM: each method asks the app, and waits for its one answer.
struct JVMSeams: Sendable {
  /// The app's number.
  let app: Int64

  /// Asks a seam.
  ///
  /// - Returns: Its answer; nil where none came.
  /// - Throws: ``SeamFailure`` where the seam threw.
  func ask(
    _ seam: String, _ arguments: Crossing, seconds: Int? = 60
  ) async throws(SeamFailure) -> Crossing? {
    guard let answer = await Boundary.ask(app, seam, arguments, seconds: seconds) else {
      return nil
    }
    if let failure = answer["failure"] {
      throw SeamFailure(
        code: (try? failure.text("code")) ?? "failed",
        sentence: (try? failure.text("sentence")) ?? "The app's \(seam) failed.")
    }
    return answer["value"] ?? .null
  }
}

/// A seam of the app has thrown, or said that it cannot.
struct SeamFailure: Error {
  let code: String
  let sentence: String
}

// MARK: - Vault

extension JVMSeams: Vault {
  func value(_ name: VaultName) async throws(VaultError) -> [UInt8]? {
    let answer = try await vault("vault.read", name)
    switch answer {
    case .null: return nil
    case .bytes(let bytes): return bytes
    default: throw .unavailable("the app's vault read something else than bytes")
    }
  }

  func setValue(_ bytes: [UInt8]?, _ name: VaultName) async throws(VaultError) {
    _ = try await vault("vault.write", name, .optional(bytes) { .bytes($0) })
  }

  func names(account: String) async throws(VaultError) -> [VaultName] {
    let answer = try await vault("vault.names", VaultName(account: account, name: ""))
    guard case .list(let names) = answer else {
      throw .unavailable("the app's vault gave no list of names")
    }
    return names.compactMap { name in
      guard case .text(let text) = name else { return nil }
      return VaultName(account: account, name: text)
    }.sorted { $0.name < $1.name }
  }

  private func vault(
    _ seam: String, _ name: VaultName, _ value: Crossing = .null
  ) async throws(VaultError) -> Crossing {
    let answer: Crossing?
    do throws(SeamFailure) {
      answer = try await ask(
        seam, ["account": .text(name.account), "name": .text(name.name), "value": value])
    } catch {
      throw error.code == "damaged" ? .damaged : .unavailable(error.sentence)
    }
    guard let answer else { throw .unavailable("the app's vault did not answer") }
    return answer
  }
}

// MARK: - Transport

/// Calls the server by the app's own HTTP client.
struct JVMTransport: Transport {
  let seams: JVMSeams
  let address: ServerAddress

  func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    let answer = try await exchange(try HTTPMessage(request, to: address), isStream: false)
    return HTTPMessage.response(status: answer.status, body: answer.body) { answer.headers[$0] }
  }

  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    let message = try HTTPMessage(
      request, to: address, accepting: HTTPMessage.events, after: lastEventID)
    let answer = try await exchange(message, isStream: true)
    guard answer.status == 200 else {
      return .refused(
        HTTPMessage.response(status: answer.status, body: answer.body) { answer.headers[$0] })
    }
    guard let stream = answer.stream else {
      throw TransportError(.unknown, cause: "the app's transport gave no stream")
    }
    return .stream(events(of: stream))
  }

  private func events(of number: Int64) -> EventStream {
    let (stream, continuation) = EventStream.makeStream()
    let reading = Task { [seams] in
      var reader = ServerSentEventReader()
      do {
        // Heartbeats are more frequent.
        while case .bytes(let chunk)? = try await seams.ask(
          "transport.read", ["stream": .integer(number)], seconds: 90)
        {
          for event in try reader.read(chunk) { continuation.yield(event) }
        }
        continuation.finish(
          throwing: TransportError(.unknown, cause: "the stream of events has ended"))
      } catch {
        continuation.finish(throwing: TransportError(.unknown, cause: "the stream broke"))
      }
      // Told, not asked: a reading that was cancelled asks nothing any more.
      Boundary.send(.news, seams.app, ["kind": "streamDropped", "value": .integer(number)])
    }
    continuation.onTermination = { _ in reading.cancel() }
    return stream
  }

  private struct Answer {
    let status: Int
    let body: [UInt8]
    let headers: [String: String]
    let stream: Int64?
  }

  private func exchange(
    _ message: HTTPMessage, isStream: Bool
  ) async throws(TransportError) -> Answer {
    let arguments: Crossing = [
      "method": .text(message.method), "url": .text(message.url),
      "headers": .list(message.headers) { ["name": .text($0.name), "value": .text($0.value)] },
      "body": .optional(message.body) { .bytes($0) }, "isStream": .flag(isStream),
    ]
    let given: Crossing?
    do throws(SeamFailure) {
      given = try await seams.ask("transport.send", arguments, seconds: 60)
    } catch {
      throw TransportError(error.code == "notSent" ? .notSent : .unknown, cause: error.sentence)
    }
    guard let given else {
      throw TransportError(.unknown, cause: "the app's transport did not answer in time")
    }
    do throws(CrossingError) {
      var headers: [String: String] = [:]
      for header in try given.list("headers") {
        headers[try header.text("name").lowercased()] = try header.text("value")
      }
      guard let status = Int(exactly: try given.integer("status")), (100...599).contains(status)
      else { throw CrossingError(sentence: "the status is none of HTTP") }
      let stream = given["stream"] == nil ? nil : try given.integer("stream")
      return Answer(
        status: status, body: try given.bytes("body"), headers: headers, stream: stream)
    } catch {
      throw TransportError(.unknown, cause: error.sentence)
    }
  }
}

// MARK: - Keys, and the user's presence

extension PresenceQuestion {
  fileprivate var crossing: Crossing {
    switch self {
    case .create(let party, let userName):
      ["purpose": "REGISTER", "text": .text("\(userName), \(party.text)")]
    case .sign(_, let document): ["purpose": "SIGN", "text": .text(document.prompt)]
    case .unlock: ["purpose": "UNLOCK", "text": ""]
    }
  }
}

extension AuthenticatorError {
  /// The error that a seam's failure stands for; `failed` for any other code.
  fileprivate init(_ failure: SeamFailure) {
    self =
      switch failure.code {
      case "cancelled": .cancelled
      case "notAvailable": .notAvailable
      case "nothingEnrolled": .nothingEnrolled
      case "lockout": .lockout
      case "permanentLockout": .permanentLockout
      case "keyGone": .keyGone
      case "notInForeground": .notInForeground
      case "storageFailed": .storageFailed(.unavailable(failure.sentence))
      default: .failed
      }
  }
}

/// The app's keys behind its biometric gate.
struct JVMKeys: PlatformKeys {
  let seams: JVMSeams

  func readiness() async -> AuthenticatorReadiness {
    let answer = try? await seams.ask("gate.readiness", [:])
    guard case .text(let text)? = answer ?? nil else { return .notSupported }
    return AuthenticatorReadiness(text)
  }

  func make(
    _ name: String, _ question: PresenceQuestion
  ) async throws(AuthenticatorError) -> [UInt8] {
    guard case .bytes(let point) = try await ask("keys.make", name, question.crossing) else {
      throw .failed
    }
    return point
  }

  func unlock(
    _ name: String, _ question: PresenceQuestion
  ) async throws(AuthenticatorError) -> any UnlockedPlatformKey {
    guard case .integer(let number) = try await ask("keys.unlock", name, question.crossing)
    else { throw .failed }
    return Unlocked(seams: seams, number: number)
  }

  func destroy(_ name: String) async throws(AuthenticatorError) {
    _ = try await ask("keys.destroy", name, .null)
  }

  /// A prompt waits for its person: it has no deadline of its own but the flow's.
  private func ask(
    _ seam: String, _ name: String, _ question: Crossing
  ) async throws(AuthenticatorError) -> Crossing {
    do throws(SeamFailure) {
      let answer = try await seams.ask(
        seam, ["name": .text(name), "question": question], seconds: 300)
      return answer ?? .null
    } catch {
      throw AuthenticatorError(error)
    }
  }

  private final class Unlocked: UnlockedPlatformKey {
    let seams: JVMSeams
    let number: Int64

    init(seams: JVMSeams, number: Int64) {
      self.seams = seams
      self.number = number
    }

    /// One that was never used is let go of.
    deinit {
      Boundary.send(
        .news, seams.app, ["kind": "unlockedKeyDropped", "value": .integer(number)])
    }

    func signature(of bytes: [UInt8]) async throws(AuthenticatorError) -> [UInt8] {
      let answer: Crossing?
      do throws(SeamFailure) {
        answer = try await seams.ask(
          "keys.sign", ["key": .integer(number), "bytes": .bytes(bytes)])
      } catch {
        throw AuthenticatorError(error)
      }
      guard case .bytes(let signature)? = answer else { throw .failed }
      return signature
    }
  }
}

extension AuthenticatorReadiness {
  /// The readiness by its name on the Java side; `notSupported` for any other name.
  init(_ text: String) {
    self =
      switch text {
      case "READY": .ready
      case "NOTHING_ENROLLED": .nothingEnrolled
      default: .notSupported
      }
  }
}

/// The app's check of its user in front of its screens.
final class JVMPresence: UserPresence {
  private let seams: JVMSeams
  private let known = Mutex(AuthenticatorReadiness.notSupported)

  init(_ seams: JVMSeams) { self.seams = seams }

  /// As the app said it last: with each appearance.
  var readiness: AuthenticatorReadiness {
    get { known.withLock { $0 } }
    set { known.withLock { $0 = newValue } }
  }

  func verify(_ question: PresenceQuestion) async throws(AuthenticatorError) {
    let answer: Crossing?
    do throws(SeamFailure) {
      answer = try await seams.ask("gate.verify", ["question": question.crossing], seconds: 300)
    } catch {
      throw AuthenticatorError(error)
    }
    guard answer != nil else { throw .cancelled }
  }
}

// MARK: - Navigator

/// The app's screens.
struct JVMNavigator: Navigator {
  let seams: JVMSeams

  func show(_ screen: Screen) async -> ScreenAnswer {
    let answer = try? await seams.ask("navigator.show", screen.crossing, seconds: nil)
    guard let answer = answer ?? nil, let read = try? ScreenAnswer(answer) else { return .leave }
    return read
  }

  func update(_ screen: Screen) async {
    Boundary.send(.news, seams.app, ["kind": "screen", "value": screen.crossing])
  }
}
