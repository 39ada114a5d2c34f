import CountersignService
import WireModel

/// What a message says to a person.
struct MessageText {
  let subject: String
  let body: String

  init(_ content: Message.Content) {
    switch content {
    case .code(let code, let purpose):
      subject = "Your code"
      body = """
        \(code.exposed) is your code to \(Self.action(purpose)).

        It is good for 10 minutes, once. Give it to nobody: nobody who works for us asks for it.
        If you did not ask for a code, you need do nothing.
        """
    case .notice(let notice):
      (subject, body) = Self.text(of: notice)
    }
  }

  private static func action(_ purpose: CodePurpose) -> String {
    switch purpose {
    case .signIn: "sign in"
    case .register: "register a passkey"
    case .setPIN: "set your PIN"
    case .recover: "recover your account"
    }
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
    case .pinChanged:
      ("Your PIN was changed", "If this was not you, sign in and revoke what you do not know.")
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
    case .deviceAdded:
      (
        "A device was added",
        "A device was added to your account. If this was not you, sign in and revoke it."
      )
    case .deviceRevoked:
      (
        "A device was removed",
        "A device was removed from your account. If this was not you, sign in and look."
      )
    case .signUpRepeated:
      (
        "You have an account already",
        "Somebody asked to sign up with your address. You have an account already; the code that "
          + "came with this message signs you in. If this was not you, you need do nothing."
      )
    }
  }
}

extension Message {
  /// What the message is about, as the mailbox and webhooks say it.
  var purposeName: String {
    switch content {
    case .code(_, let purpose): purpose.rawValue
    case .notice: "notice"
    }
  }
}
