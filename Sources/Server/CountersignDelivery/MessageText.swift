import CountersignCore
import WireModel

/// The words of a message to a person.
struct MessageText {
  let subject: String
  let body: String

  /// The words of a message, with the address at which it is stopped where it has one.
  init(_ message: Message) {
    switch message.content {
    case .code(let code, let purpose):
      let words = CodeWords(message.language)
      subject = words.subject
      body = "\(code.exposed) \(words.isCode(words.action(purpose)))\n\n\(words.good)"
    case .recoveringCode(let code, let purpose):
      let words = CodeWords(message.language)
      subject = words.subject
      body = "\(code.exposed) \(words.recovers(words.action(purpose)))\n\n\(words.goodInRecovery)"
    case .deviceCode(let code, let completesRecovery):
      let words = CodeWords(message.language)
      subject = words.subject
      let does =
        completesRecovery ? words.recovers(words.addsDevice) : words.isCode(words.addsDevice)
      body = "\(code.exposed) \(does)\n\n\(words.goodWithLink)"
    case .approvalCode(let code, let document):
      let words = CodeWords(document.language)
      subject = words.subject
      body = """
        \(code.exposed) \(words.approves)

        \(Self.text(of: document))

        \(words.warning)
        """
    case .registrationCode(let code, let document):
      let words = CodeWords(document.language)
      subject = words.subject
      body = """
        \(code.exposed) \(words.registers)

        \(Self.text(of: document))

        \(words.passkey) \(words.warning)
        """
    case .notice(let notice):
      let (title, text) = Self.text(of: notice)
      subject = title
      body =
        message.stop.map { "\(text)\n\n\(Self.stopping(notice))\n\($0.exposed)" } ?? text
    }
  }

  private static func stopping(_ notice: Message.Notice) -> String {
    switch notice {
    case .factorsHeld:
      "If it was not you who signed in, or if those are yours, have them back here:"
    default: "If this was not you, stop it here:"
    }
  }

  /// The title, then the amounts and whom they go to, with their labels (PSD2 RTS, Article 5.1a).
  private static func text(of document: Document) -> String {
    let told: Set<Document.Kind> = [.money, .payee, .account, .reference]
    // Of a change of factors everything: what is changed is its one field.
    let lines = document.fields
      .filter { told.contains($0.value.kind) || document.scenario == .manageFactors }
      .map { "\($0.label): \($0.value.text(in: document.language))" }
    return ([document.title] + lines).joined(separator: "\n")
  }

  private static func text(of notice: Message.Notice) -> (String, String) {
    switch notice {
    case .pinAlmostBlocked:
      (
        "One try left for your PIN",
        "Your PIN was entered wrongly several times. One more wrong PIN blocks it. "
          + "If this was not you, sign in and end the other sessions."
      )
    case .pinBlocked:
      (
        "Your PIN is blocked",
        "Your PIN was entered wrongly too often and is blocked now. Use your passkey instead."
      )
    case .pinChanged: pinChanged
    case .credentialAdded:
      (
        "A passkey was added",
        "A passkey was added to your account. If this was not you, sign in and revoke it."
      )
    case .credentialRevoked:
      (
        "A passkey was removed",
        "A passkey was removed from your account. If this was not you, sign in and look."
      )
    case .authenticatorAppAdded: authenticatorAppAdded
    case .authenticatorAppRemoved: authenticatorAppRemoved
    case .phoneChanged: phoneChanged
    case .deviceAdded:
      (
        "A device was added",
        "A device was added to your account. If this was not you, sign in and revoke it."
      )
    case .deviceClaimed: deviceClaimed
    case .deviceRevoked:
      (
        "A device was removed",
        "A device was removed from your account. If this was not you, sign in and look."
      )
    case .signedIn: signedIn
    case .loginRefused: loginRefused
    case .factorBlocked: factorBlocked
    case .sessionStopped: sessionStopped
    case .codesDisabled: codesDisabled
    case .unblocked:
      (
        "Your PIN is unblocked",
        "An administrator unblocked the PIN and the other factors of your account. If you did not "
          + "ask for that, tell us."
      )
    case .sessionsEnded: sessionsEnded
    case .factorsRevoked: factorsRevoked
    case .recoveryBegun:
      (
        "Somebody wants to recover your account",
        "After a wait, a new passkey or PIN can be set for your account, which puts aside all that "
          + "it has now."
      )
    case .recoveryCancelled:
      ("The recovery was cancelled", "No recovery of your account is under way any more.")
    case .recovered: recovered
    case .recoveryUndone: recoveryUndone
    case .factorsHeld: factorsHeld
    case .holdEnded: holdEnded
    case .factorStopped: factorStopped
    case .signUpRepeated: signUpRepeated
    }
  }

  private static let deviceClaimed = (
    "A new device was confirmed",
    "The screen from which a device was added to your account said that the device is yours. If "
      + "this was not you, sign in and revoke it."
  )

  private static let pinChanged = (
    "Your PIN was set or changed",
    "The PIN of your account, or of a device of yours, was set or changed. If this was not you, "
      + "sign in and revoke what you do not know."
  )

  private static let factorBlocked = (
    "Attempts on your account were refused",
    "Wrong codes, or passkeys that are not yours, were given for your account several times. That "
      + "kind is not taken for a quarter of an hour; another one is. If this was not you, sign in "
      + "with another one and end the other sessions."
  )

  private static let authenticatorAppAdded = (
    "An authenticator app was added",
    "The codes of an authenticator app count for your account now. If this was not you, sign "
      + "in and remove it."
  )

  private static let authenticatorAppRemoved = (
    "The authenticator app was removed",
    "The codes of your authenticator app no longer count. If this was not you, sign in and "
      + "look."
  )

  private static let phoneChanged = (
    "Your telephone number was changed",
    "Codes of your account are texted to another number now. If this was not you, sign in, set "
      + "your number and revoke what you do not know."
  )

  private static let signedIn = (
    "A sign-in to your account",
    "Somebody signed in to your account in a browser that is not known here. It takes a proof of "
      + "yours to pay or to change anything. If it was you, you need do nothing."
  )

  private static let loginRefused = (
    "A sign-in was stopped",
    "Your device opened a link that signs another screen in, and a number was picked that does "
      + "not stand on that screen. Nobody was signed in. If you were asked to open it by "
      + "somebody else, do not do it again: they want to be signed in as you."
  )

  private static let sessionStopped = (
    "A session of your account was ended",
    "Several passkeys that are not yours were given in one session of your account, so that "
      + "session was ended. Your passkeys are taken as before. If it was not yours, somebody may "
      + "read your mail: change the password of your mail, sign in with your passkey or phone, "
      + "and end the other sessions."
  )

  private static let codesDisabled = (
    "Codes are no longer taken for your account",
    "So many wrong codes were given for your account that no more of that kind are taken. They "
      + "are taken again once you sign in with a passkey or confirm with a phone's PIN. If the "
      + "wrong ones were not yours, do so and end the other sessions."
  )

  private static let sessionsEnded = (
    "You were signed out everywhere",
    "An administrator ended all sessions of your account. Sign in again. If you did not ask for "
      + "that, tell us."
  )

  private static let factorsRevoked = (
    "Your passkeys, devices and PIN were removed",
    "An administrator removed all passkeys, devices, the PIN, the authenticator app and the "
      + "telephone number of your account, ended all sessions and cancelled any recovery. Ask us "
      + "for a link to set it up anew. If you did not ask for that, tell us."
  )

  private static let recovered = (
    "Your account was recovered",
    "A new passkey or PIN was set. Those before it were put aside, and all other sessions are "
      + "ended. For a day you can undo it, and have back what counted before it."
  )

  private static let recoveryUndone = (
    "The recovery was undone",
    "What counted before it counts again, and what came with the recovery is removed."
  )

  private static let factorsHeld = (
    "What your account had before you is on hold",
    "A code that was sent to you signed somebody in to your account for the first time. Before "
      + "that, somebody else may have set up passkeys, devices, a PIN or an authenticator app for "
      + "it. They no longer count, and nobody is signed in by them. If you signed in and do not "
      + "know them, set up a passkey of your own. It counts after three days; then keep or remove "
      + "under Security what was there before. If it was not you, use the link in our e-mail, or "
      + "tell the company that made the account for you."
  )

  private static let holdEnded = (
    "What your account had before counts again",
    "The passkeys, devices, PIN and app that were on hold count again. What was set up since is "
      + "removed, and all sessions are ended."
  )

  private static let factorStopped = (
    "What was added was removed again",
    "A passkey, device, PIN or app that had been added to your account was stopped while it "
      + "waited, and is removed."
  )

  private static let signUpRepeated = (
    "You have an account already",
    "Somebody asked to sign up with your address. You have an account already; the code that "
      + "came with this message signs you in. If this was not you, you need do nothing."
  )
}
