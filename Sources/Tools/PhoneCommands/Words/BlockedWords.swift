import FlowModel
import ToolSupport
import WireModel

/// The words for tries, and for what too many wrong ones have blocked.
extension PhoneWords {
  /// The tries that are left after wrong PINs, and the wait before the next one; nil where none was
  /// wrong.
  ///
  /// - Parameters:
  ///   - account: The state of the second factor.
  ///   - declines: True where the last try declines the transaction too, as nothing else here could
  ///     approve it.
  /// - Returns: The text.
  func pinTries(_ account: SecondFactorAccount, declines: Bool = false) -> String? {
    guard account.failedAttempts > 0 else { return nil }
    let left = account.maxAttempts - account.failedAttempts
    guard !account.isBlocked, left > 0 else { return pinIsBlocked }
    let tries =
      switch (left, declines) {
      case (1, true):
        of(
          "1 try left before the PIN is blocked and this transaction is declined",
          "noch 1 Versuch, bevor die PIN gesperrt und diese Transaktion abgelehnt wird")
      case (1, false):
        of("1 try left before the PIN is blocked", "noch 1 Versuch, bevor die PIN gesperrt wird")
      default:
        of("\(left) tries left with the PIN", "noch \(left) Versuche mit der PIN")
      }
    let wait = account.penalisedForSeconds
    guard wait > 0 else { return tries }
    return tries
      + of("; the next PIN is taken in \(wait) s", "; die nächste PIN gilt erst in \(wait) s")
  }

  /// The tries that are left after a wrong code.
  ///
  /// - Parameters:
  ///   - left: With the code itself.
  ///   - all: Of all codes of the account, as the server told; nil where it did not.
  /// - Returns: The text; nil where none is left.
  func codeTries(_ left: Int, ofAll all: Int? = nil) -> String? {
    let fewest = min(left, all ?? left)
    // Another code gives no further try where those of the account are used up first.
    guard let all, all < left || all == 1, all > 0 else {
      return switch fewest {
      case ...0: nil
      case 1: of("1 try left with this code", "noch 1 Versuch mit diesem Code")
      default:
        of("\(fewest) tries left with this code", "noch \(fewest) Versuche mit diesem Code")
      }
    }
    return all == 1
      ? of("1 try left before codes are blocked", "noch 1 Versuch, bevor Codes gesperrt werden")
      : of(
        "\(all) tries left before codes are blocked",
        "noch \(all) Versuche, bevor Codes gesperrt werden")
  }

  /// The tries that are left after two wrong codes, of which the account may take fewer; nil where
  /// none is left.
  func codeTries(atMost left: Int) -> String? {
    switch left {
    case ...0: nil
    case 1: of("1 try left at most", "höchstens noch 1 Versuch")
    default: of("\(left) tries left at most", "höchstens noch \(left) Versuche")
    }
  }

  /// The tries that are left with the key.
  func keyTries(_ left: Int) -> String {
    switch left {
    case 0: of("your key is asked for no more", "Ihr Schlüssel wird nicht mehr verlangt")
    case 1: of("1 try with your key left", "noch 1 Versuch mit Ihrem Schlüssel")
    default:
      of("\(left) tries with your key left", "noch \(left) Versuche mit Ihrem Schlüssel")
    }
  }

  /// The tries that are left to make a key.
  func newKeyTries(_ left: Int) -> String {
    switch left {
    case 0: of("a key is asked for no more", "ein Schlüssel wird nicht mehr verlangt")
    case 1: of("1 try left to make a key", "noch 1 Versuch, einen Schlüssel anzulegen")
    default:
      of(
        "\(left) tries left to make a key", "noch \(left) Versuche, einen Schlüssel anzulegen")
    }
  }

  /// Whoever was to make a key has declined.
  var newKeyDeclined: String {
    of(
      "You declined, so no key was made",
      "Sie haben abgelehnt, es wurde kein Schlüssel angelegt")
  }

  /// Said if the person typed no code.
  var noCodeTyped: String {
    of(
      "A code is 6 digits; an empty line leaves",
      "Ein Code hat 6 Ziffern; eine leere Zeile bricht ab")
  }

  var pinIsBlocked: String {
    of(
      "the PIN is blocked after too many wrong ones",
      "die PIN ist nach zu vielen falschen gesperrt")
  }

  private func codesAreBlocked(until time: String?) -> String {
    guard let time else {
      return of(
        "codes are blocked after too many wrong ones",
        "Codes sind nach zu vielen falschen gesperrt")
    }
    let shown = ShownTime.text(time, here: here)
    return of(
      "codes are blocked until \(shown), after too many wrong ones",
      "Codes sind bis \(shown) gesperrt, nach zu vielen falschen")
  }

  private var andDeclined: String {
    of(
      "; the transaction was declined with it, as nothing else here could approve it",
      "; damit ist die Transaktion abgelehnt, denn nichts anderes hier konnte sie freigeben")
  }

  /// The failure of a blocked PIN, with the ways on.
  ///
  /// - Parameters:
  ///   - server: The server's address, where its page is.
  ///   - hasDeclined: True if the block has declined the transaction.
  /// - Returns: The failure.
  func blockedPIN(at server: String, hasDeclined: Bool = false) -> CommandFailure {
    CommandFailure(
      .refused, pinIsBlocked + (hasDeclined ? andDeclined : ""),
      code: Reason.secondFactorBlocked.code,
      hint: of(
        "if the account has another phone or a passkey, add this phone there (a terminal: "
          + "countersign phone invite; the page: Security, Add a phone), then countersign phone "
          + "enrol LINK here; if not, recover the account by countersign phone recover or on the "
          + "page, \(server), or ask whoever runs the server to unblock it",
        "hat das Konto ein anderes Telefon oder einen Passkey, fügen Sie dort dieses Telefon hinzu "
          + "(ein Terminal: countersign phone invite; die Seite: Sicherheit, Telefon hinzufügen), "
          + "dann hier countersign phone enrol LINK; wenn nicht, stellen Sie das Konto mit "
          + "countersign phone recover oder auf der Seite wieder her, \(server), oder bitten Sie, "
          + "wer den Server betreibt, sie zu entsperren"))
  }

  /// The failure of codes that are blocked, with the ways on.
  ///
  /// - Parameters:
  ///   - time: The end of the block; nil where only a stronger proof ends it.
  ///   - hasDeclined: True if the block has declined the transaction.
  /// - Returns: The failure.
  func blockedCodes(until time: String?, hasDeclined: Bool = false) -> CommandFailure {
    CommandFailure(
      .refused, codesAreBlocked(until: time) + (hasDeclined ? andDeclined : ""),
      code: Reason.secondFactorBlocked.code,
      hint: time == nil
        ? of(
          "prove a passkey or the PIN of a phone once, which ends it; or ask whoever runs the "
            + "server",
          "weisen Sie einmal einen Passkey oder die PIN eines Telefons nach, das beendet es; oder "
            + "fragen Sie, wer den Server betreibt")
        : of(
          "wait, then run it again; a PIN or a key that the account has is taken all the same",
          "warten Sie, dann noch einmal; eine PIN oder ein Schlüssel des Kontos gilt trotzdem"))
  }

  /// The failure where a factor that could act is blocked; nil where another reason is told.
  func blocked(_ why: FlowReason, _ ways: SigningWays?, at server: String) -> CommandFailure? {
    guard why.code == Reason.secondFactorBlocked.code else { return nil }
    let missing = ways?.missing.first { $0.reason.code == why.code }
    return missing.map { $0.factor == .pin } ?? true
      ? blockedPIN(at: server) : blockedCodes(until: missing?.until)
  }

  /// The failure of what was asked for too often.
  ///
  /// - Parameters:
  ///   - time: The moment from which it is taken again.
  ///   - isCode: True if a code was asked for.
  /// - Returns: The failure.
  func tooOften(until time: String, isCode: Bool) -> CommandFailure {
    let shown = ShownTime.text(time, here: here)
    return CommandFailure(
      .refused,
      isCode
        ? of(
          "too many codes were asked for: the next one is sent from \(shown) on",
          "zu viele Codes wurden angefordert: Der nächste kommt ab \(shown)")
        : of(
          "that was too often: the next try is taken from \(shown) on",
          "das war zu oft: Der nächste Versuch gilt ab \(shown)"),
      code: Reason.tooManyRequests.code,
      hint: of("wait until then, then run it again", "warten Sie bis dahin, dann noch einmal"))
  }

  /// The failure of a network from which too many wrong tries came.
  func stoppedNetwork(until time: String) -> CommandFailure {
    let shown = ShownTime.text(time, here: here)
    return CommandFailure(
      .refused,
      of(
        "too many wrong tries came from this network: no code signs in from it until \(shown)",
        "aus diesem Netz kamen zu viele falsche Versuche: Bis \(shown) meldet von hier kein Code an"
      ),
      code: Reason.tooManyRequests.code,
      hint: of(
        "wait, then run it again; a phone of the account signs in by countersign phone login all "
          + "the same",
        "warten Sie, dann noch einmal; ein Telefon des Kontos meldet sich mit countersign phone "
          + "login trotzdem an"))
  }
}
