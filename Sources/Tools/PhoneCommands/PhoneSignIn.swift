import CountersignClient
import CountersignDevice
import FlowModel
import Synchronization
import ToolSupport
import WireModel

/// The account of a command, and its PIN: whoever signs in again is not asked for them.
final class SaidOfAccount: Sendable {
  private struct Said {
    var account: String?
    /// Secret.
    var pin: String?
    /// True once a factor was proved.
    var hasProved = false
    /// The operations of which it was said that their outcome is unknown.
    var open: Set<String> = []
  }

  private let said: Mutex<Said>

  /// - Parameter pin: The PIN, where a flag gives it. Secret.
  init(pin: String?) { said = Mutex(Said(pin: pin)) }

  /// The account that the command is for; nil for the one that is used where none is named.
  var account: String? { said.withLock(\.account) }

  /// The PIN, where a flag gives it.
  ///
  /// Secret.
  var pin: String? { said.withLock(\.pin) }

  /// True once the command has proved a factor.
  var hasProved: Bool { said.withLock(\.hasProved) }

  /// Notes that a factor is proved.
  func noteProof() { said.withLock { $0.hasProved = true } }

  /// Notes that it is said of an operation that its outcome is unknown.
  ///
  /// - Returns: Whether that is new.
  func noteOpen(_ operation: String) -> Bool {
    said.withLock { $0.open.insert(operation).inserted }
  }

  /// Notes the account that the command is for.
  func note(account: String) { said.withLock { $0.account = account } }

  /// Notes what flags answer.
  func note(_ answers: GivenAnswers) {
    said.withLock { $0.pin = answers.pin ?? $0.pin }
  }
}

extension Phone {
  /// Runs a command; where its session turns out to be over, signs in and runs it once more.
  ///
  /// The server has refused it then, and done nothing.
  func signedIn(_ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch  where Self.isOfOverSession(error) {
      guard try await signInAgain() else { throw error }
      try await work()
    }
  }

  private static func isOfOverSession(_ error: any Error) -> Bool {
    if let error = error as? ClientError { return error.reason == .sessionRequired }
    return error as? CommandFailure == .sessionOver
  }

  /// Opens a session in place of the one that is over.
  ///
  /// - Returns: False where that takes a person, and nobody is there.
  /// - Throws: `CommandFailure` where whoever is there does not sign in.
  private func signInAgain() async throws -> Bool {
    let front = try await installation.current()
    var wanted = front
    if let id = said.account { wanted = try await installation.account(id) }
    guard let account = wanted else { return false }
    if hasPerson { Console.note(words.signingInAgain) }
    let isDevice = try await self.isDevice(account.id)
    let hasKey = try await isKeyHeld(account.id)
    let isSignedIn =
      isDevice || hasKey ? try await logIn(account) : try await signInByCode(account)
    // Whoever signs in for one account goes on using the other where none is named.
    if isSignedIn, let front { try await installation.select(front.id) }
    return isSignedIn
  }

  /// True if this phone is a device of the account, and has not only signed up.
  func isDevice(_ account: String) async throws -> Bool {
    try await device.state(of: account).deviceID != nil
  }

  /// True if a key of the account lies here, which can sign in.
  func isKeyHeld(_ account: String) async throws -> Bool {
    try await !authenticator(of: account).credentials(for: relyingPartyID).isEmpty
  }

  /// Runs the flow LOGIN; its questions are those for a factor alone.
  private func logIn(_ account: InstalledAccount) async throws -> Bool {
    var answers = GivenAnswers(
      pin: said.pin, biometrics: hasPerson || answersYes ? nil : false)
    answers.account = account.id
    // Where nobody is there nothing is read from the input: it answers the command's own questions.
    let person = Person(
      answers, answersYes: answersYes || !hasPerson, words: words, endWords: endWords,
      limits: limits)
    person.hasAskedForSession = true
    do {
      _ = try await show(to: person, by: loginManager(of: account.id)) {
        try await $0.startLogin(account: account.id)
      }
    } catch is CommandFailure where !hasPerson {
      return false
    }
    return true
  }

  /// Opens a session by a mailed code, of a phone that is no device and has no key.
  private func signInByCode(_ account: InstalledAccount) async throws -> Bool {
    guard hasPerson, let userName = await home.userName(of: account.id) else { return false }
    let sent = try await connection.requestSignInCode(userName: userName)
    guard let code = PhoneCode.ask(words.theCode(to: userName), in: words) else {
      throw CommandFailure.noCode
    }
    let session = try await withCode(code, sentTo: userName) { code in
      try await deviceless.openSession(codeRequest: sent.codeRequest, code: code)
    }
    try await installation.add(session, displayName: account.displayName)
    return true
  }
}
