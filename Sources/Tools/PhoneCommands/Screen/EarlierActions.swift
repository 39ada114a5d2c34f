import CountersignClient
import FlowModel
import Foundation
import ToolSupport
import WireModel

/// The outcomes of actions whose answers earlier commands had lost.
extension Phone {
  /// Tells it of each once it is known; of one that is still open, once in a command.
  func tellEarlier(of account: String? = nil) async {
    for earlier in await manager.earlierOperations(account: account ?? said.account) {
      await tell(earlier)
    }
  }

  /// Tells what became of all of them, and asks before one of them is done once more.
  ///
  /// - Parameters:
  ///   - action: The action that is asked for now.
  ///   - account: Whose, by the id; nil for the account in use.
  ///   - isMeantAgain: True where a flag says that it is meant as another one.
  /// - Throws: `CommandFailure` where it was done before and is not meant again.
  func requireNotDone(
    _ action: some ClientAction, of account: String? = nil, isMeantAgain: Bool
  ) async throws {
    var done: [EarlierOperation] = []
    for earlier in await manager.earlierOperations(account: account ?? said.account) {
      guard earlier.isSame(as: action) else {
        await tell(earlier)
        continue
      }
      switch earlier.outcome {
      // The flow asks for it first, and acts on nothing while it is open.
      case .open: break
      case .executed where earlier.isDone:
        if earlier.isTold, earlier.age(at: .now) > Self.secondsKept {
          await manager.noteTold(earlier)
        } else {
          done.append(earlier)
        }
      case .executed, .neverExecuted:
        Console.note(words.earlier(earlier))
        await manager.noteTold(earlier)
      }
    }
    guard let last = done.last else { return }
    if !isMeantAgain {
      if hasPerson {
        for earlier in done { Console.note(words.doneBefore(earlier)) }
      }
      for earlier in done { await manager.noteTold(earlier, untilRepeated: true) }
      guard hasPerson else { throw CommandFailure.doneBefore(last, in: endWords) }
      guard Terminal.confirm(words.onceMore, in: words) == true else {
        throw CommandFailure(.refused, endWords.nothingDone)
      }
    }
    for earlier in done { await manager.noteTold(earlier) }
  }

  private func tell(_ earlier: EarlierOperation) async {
    guard !earlier.isTold else { return }
    let isOnItsWay =
      earlier.outcome == .neverExecuted && earlier.age(at: .now) < Self.secondsOnTheWay
    if earlier.outcome == .open || isOnItsWay {
      if said.noteOpen(earlier.operation.text) { Console.note(words.stillOpen(earlier)) }
      return
    }
    Console.note(words.earlier(earlier))
    await manager.noteTold(earlier, untilRepeated: true)
  }

  /// A day: who asks for the same later wants it again.
  private static let secondsKept = 86_400.0
  /// Another command may still be sending it; that is over after so long.
  private static let secondsOnTheWay = 150.0
}

extension EarlierOperation {
  /// The seconds since it was sent; endless where no such moment is known.
  fileprivate func age(at now: Date) -> Double {
    guard let sentAt, let moment = try? Date(sentAt, strategy: .iso8601) else { return .infinity }
    return now.timeIntervalSince(moment)
  }
}

extension PhoneWords {
  /// The outcome of an action whose answer an earlier command had lost.
  func earlier(_ earlier: EarlierOperation) -> String {
    let became =
      switch earlier.outcome {
      case .executed(let result): self.earlier(result.status)
      case .open: openOutcome
      case .neverExecuted:
        of(
          "an earlier action, whose answer was lost, was never done, and nothing was charged",
          "ein früherer Vorgang, dessen Antwort verloren ging, wurde nie ausgeführt, und nichts "
            + "wurde abgebucht")
      }
    return "\(became): \(line(of: earlier))"
  }

  /// An action of which the server does not say yet what became of it.
  func stillOpen(_ earlier: EarlierOperation) -> String {
    "\(openOutcome): \(line(of: earlier))"
  }

  private var openOutcome: String {
    of(
      "the outcome of an earlier action, whose answer was lost, is still unknown",
      "der Ausgang eines früheren Vorgangs, dessen Antwort verloren ging, ist noch unbekannt")
  }

  /// The very thing that is asked for was done by an earlier command.
  func doneBefore(_ earlier: EarlierOperation) -> String {
    of("done before: ", "zuvor geschehen: ") + line(of: earlier)
  }

  /// Asks whether what was done is meant once more.
  var onceMore: String {
    of("Do it once more, and pay again?", "Noch einmal tun und wieder bezahlen?")
  }

  /// An action in a line: its title, what it is about, when it was sent, and its id last.
  private func line(of earlier: EarlierOperation) -> String {
    let values: [String]
    if let document = earlier.document {
      let shown: Set<Document.Kind> = [.money, .payee, .reference, .text]
      values = document.fields.filter { shown.contains($0.value.kind) && !$0.isIdentifier }
        .map { $0.value.text(in: self == .german ? .german : document.language) }
    } else {
      values = earlier.payloadTexts
    }
    let at = earlier.sentAt.map { of("at ", "am ") + ShownTime.text($0, here: here) }
    let id =
      if case .executed(let result) = earlier.outcome { result.operation } else {
        earlier.operation
      }
    let parts =
      [earlier.document?.title ?? earlier.scenario.text] + values + [
        at, Console.small(id.text, isNote: true),
      ]
    return parts.compactMap(\.self).joined(separator: "  ")
  }
}

extension EarlierOperation {
  /// What was asked for, where no document says it: name and value of each member.
  fileprivate var payloadTexts: [String] {
    guard case .object(let members) = payload else { return [] }
    return members.names.map { name in
      switch members[name] {
      case .string(let text)?: "\(name) \(text)"
      case let value?: "\(name) " + String(decoding: value.serialized(), as: UTF8.self)
      case nil: name
      }
    }
  }
}

extension CommandFailure {
  /// An earlier command, whose answer was lost, has done the very thing that a script asks for.
  static func doneBefore(_ earlier: EarlierOperation, in words: PhoneWords) -> CommandFailure {
    CommandFailure(
      .refused,
      words.doneBefore(earlier)
        + words.of("; nothing was done now", "; jetzt wurde nichts getan"),
      hint: words.of(
        "--again does it once more, and pays again",
        "--again tut es noch einmal und bezahlt wieder"))
  }
}
