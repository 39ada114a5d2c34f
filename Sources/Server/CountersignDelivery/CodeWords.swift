import CountersignCore
import WireModel

/// The words of a message with a code, in one language.
struct CodeWords {
  let subject: String
  /// Comes after a code: that it is good for an action.
  let isCode: @Sendable (_ action: String) -> String
  /// Comes after a code that completes a recovery with an action.
  let recovers: @Sendable (_ action: String) -> String
  /// The effect of a code of a link.
  let addsDevice: String
  /// The effect of a code for a purpose.
  let action: @Sendable (CodePurpose) -> String
  /// For how long a code is good, and what to do with one that nobody asked for.
  let good: String
  /// The same of a code that completes a recovery.
  let goodInRecovery: String
  /// The same of a code of a link.
  let goodWithLink: String
  /// Comes after the code, and before a document that it approves.
  let approves: String
  /// Comes after the code, and before a document on the way to which it also registers a passkey.
  let registers: String
  let passkey: String
  let warning: String

  private static let english = CodeWords(
    subject: "Your code", isCode: { "is your code to \($0)." },
    recovers: {
      "is your code to complete the recovery of your account: to \($0). What your account had "
        + "before is put aside."
    },
    addsDevice: "add one device to your account, the one on which the link is open, with its PIN "
      + "or passkey",
    action: { purpose in
      switch purpose {
      case .signIn: "sign in"
      case .register: "add a passkey, a device, an authenticator app or a telephone number"
      case .setPIN: "set your PIN, and a passkey with it"
      case .recover: "begin the recovery of your account"
      case .approve: "confirm what you asked for"
      case .registerAndApprove: "set up a new passkey and confirm what you asked for"
      case .confirmPhone: "confirm this telephone number"
      }
    },
    good: """
      It is good for 10 minutes, once. Give it to nobody: nobody who works for us asks for it.
      If you did not ask for a code, you need do nothing.
      """,
    goodInRecovery: """
      It is good for 10 minutes, once. Give it to nobody: nobody who works for us asks for it.
      If you did not ask for this, do not enter the code anywhere.
      """,
    goodWithLink: """
      It is good once, until the link ends, and on that device alone. Give it to nobody: nobody
      who works for us asks for it. If that is not a device in your hands, do not enter the code
      anywhere.
      """,
    approves: "is your code for:",
    registers: "is your code to set up a new passkey on your device and to approve:",
    passkey: """
      The passkey approves this and nothing else at first. Once it has, it is the passkey of your
      account and can approve other payments too.
      """,
    warning: """
      The code is good for 10 minutes, for nothing else. Give it to nobody: nobody who works for
      us asks for it. If you did not ask for this, do not enter the code anywhere.
      """)

  private static let german = CodeWords(
    subject: "Ihr Code", isCode: { "ist Ihr Code, um \($0)." },
    recovers: {
      "ist Ihr Code, um die Wiederherstellung Ihres Kontos abzuschließen und dabei \($0). Was Ihr "
        + "Konto vorher hatte, wird beiseitegelegt."
    },
    addsDevice: "Ihrem Konto ein Gerät hinzuzufügen, das mit dem geöffneten Link, mit seiner PIN "
      + "oder seinem Passkey",
    action: { purpose in
      switch purpose {
      case .signIn: "sich anzumelden"
      case .register:
        "einen Passkey, ein Gerät, eine Authenticator-App oder eine Telefonnummer hinzuzufügen"
      case .setPIN: "Ihre PIN und dazu einen Passkey einzurichten"
      case .recover: "die Wiederherstellung Ihres Kontos zu beginnen"
      case .approve: "zu bestätigen, was Sie angefordert haben"
      case .registerAndApprove:
        "einen neuen Passkey einzurichten und zu bestätigen, was Sie angefordert haben"
      case .confirmPhone: "diese Telefonnummer zu bestätigen"
      }
    },
    good: """
      Er gilt 10 Minuten und einmal. Geben Sie ihn niemandem: Niemand, der für uns arbeitet, fragt
      danach. Wenn Sie keinen Code angefordert haben, müssen Sie nichts tun.
      """,
    goodInRecovery: """
      Er gilt 10 Minuten und einmal. Geben Sie ihn niemandem: Niemand, der für uns arbeitet, fragt
      danach. Wenn Sie das nicht angefordert haben, geben Sie den Code nirgends ein.
      """,
    goodWithLink: """
      Er gilt einmal, bis der Link abläuft, und nur auf diesem Gerät. Geben Sie ihn niemandem:
      Niemand, der für uns arbeitet, fragt danach. Wenn Sie dieses Gerät nicht in der Hand haben,
      geben Sie den Code nirgends ein.
      """,
    approves: "ist Ihr Code für:",
    registers:
      "ist Ihr Code, um einen neuen Passkey auf Ihrem Gerät einzurichten und freizugeben:",
    passkey: """
      Der Passkey gibt zuerst nur das frei. Danach ist er der Passkey Ihres Kontos und kann auch
      andere Zahlungen freigeben.
      """,
    warning: """
      Der Code gilt 10 Minuten und für nichts anderes. Geben Sie ihn niemandem: Niemand, der für
      uns arbeitet, fragt danach. Wenn Sie das nicht angefordert haben, geben Sie den Code nirgends
      ein.
      """)
}

extension CodeWords {
  /// The words in a language; in English for one that has none here.
  init(_ language: Language) {
    self = language == .german ? .german : .english
  }
}
