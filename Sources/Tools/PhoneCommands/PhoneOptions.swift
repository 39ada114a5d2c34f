public import ArgumentParser
import Foundation
package import ToolSupport
public import WireModel

/// The options of a command of the phone; those that mean nothing to it have their defaults.
public protocol PhoneSettings: Sendable {
  /// The folder with the phone's keys and sessions.
  var home: String { get }
  /// True if the result is printed as JSON.
  var json: Bool { get }
  /// The relying party's id; nil for the server's host.
  var rpID: String? { get }
  /// The language of documents; nil for that of the terminal.
  var language: String? { get }
  /// True if every question is answered with yes.
  var yes: Bool { get }
  /// True if the network calls are listed at the end.
  var verbose: Bool { get }
}

extension PhoneSettings {
  /// The server's host.
  public var rpID: String? { nil }
  /// That of the terminal.
  public var language: String? { nil }
  /// A person answers.
  public var yes: Bool { false }
  /// Nothing is listed.
  public var verbose: Bool { false }
}

/// The options of every command of the phone.
public struct PhonePlace: ParsableArguments, PhoneSettings {
  /// The folder with the phone's keys and sessions.
  @Option(help: "Where the phone keeps its keys and its sessions.")
  public var home = "phone-home"

  /// True if the result is printed as JSON.
  @Flag(help: "Print one JSON object or array on standard output, and nothing else there.")
  public var json = false

  /// The language of documents; nil for that of the terminal.
  @Option(
    help: """
      The language of documents, questions, results and errors, as de; that of the terminal \
      (LANG) without it. JSON is in English, and so are the errors of a script without this.
      """)
  public var language: String?

  /// The defaults.
  public init() {}
}

/// The options of the commands that talk to a server.
public struct ServedPhone: ParsableArguments, PhoneSettings {
  @OptionGroup var place: PhonePlace

  /// The relying party's id; nil for the server's host.
  @Option(help: "The relying party's id; the server's host without it.")
  public var rpID: String?

  /// True if the network calls are listed at the end.
  @Flag(help: "Say at the end how many network calls were made.")
  public var verbose = false

  /// The folder with the phone's keys and sessions.
  public var home: String { place.home }
  /// True if the result is printed as JSON.
  public var json: Bool { place.json }
  /// The language of documents; nil for that of the terminal.
  public var language: String? { place.language }

  /// The defaults.
  public init() {}
}

/// The options of the commands that talk to a server and may ask whoever sits there.
public struct PhoneOptions: ParsableArguments, PhoneSettings {
  @OptionGroup var served: ServedPhone

  /// True if every question is answered with yes.
  @Flag(help: "Answer every question with yes.")
  public var yes = false

  /// The folder with the phone's keys and sessions.
  public var home: String { served.home }
  /// True if the result is printed as JSON.
  public var json: Bool { served.json }
  /// The relying party's id; nil for the server's host.
  public var rpID: String? { served.rpID }
  /// The language of documents; nil for that of the terminal.
  public var language: String? { served.language }
  /// True if the network calls are listed at the end.
  public var verbose: Bool { served.verbose }

  /// The defaults.
  public init() {}
}

/// The options of the commands that only lock and open the phone.
struct LockOptions: ParsableArguments, PhoneSettings {
  @OptionGroup var place: PhonePlace

  @Flag(help: "Answer every question with yes.")
  var yes = false

  var home: String { place.home }
  var json: Bool { place.json }
  var language: String? { place.language }
}

extension PhoneSettings {
  /// Prints a command's result: in lines, or as JSON where that is wanted.
  ///
  /// - Parameters:
  ///   - lines: The result in words.
  ///   - json: The same as an object or an array.
  public func print(_ lines: String..., json: JSONValue) {
    Console.print(lines, json, asJSON: self.json)
  }

  /// Prints a result of several lines.
  ///
  /// - Parameters:
  ///   - lines: The result in words.
  ///   - json: The same as an object or an array.
  public func print(lines: [String], json: JSONValue) {
    Console.print(lines, json, asJSON: self.json)
  }

  /// Prints a list: a line for each, or one array.
  ///
  /// - Parameters:
  ///   - lines: The list in words.
  ///   - json: The same as JSON.
  func print(list lines: [String], json: [JSONValue]) {
    Console.print(lines, .array(json), asJSON: self.json)
  }

  /// Prints the list in a body: a line for each, or the body's array.
  ///
  /// - Parameters:
  ///   - lines: The list in words.
  ///   - name: The name of the array in the body.
  ///   - body: The body, as the server answered it.
  public func print(list lines: [String], _ name: String, of body: JSONValue) {
    print(list: lines, json: body.items(name))
  }

  /// Prints that something is done; JSON says it in English.
  func print(done text: (PhoneWords) -> String) {
    print(text(words), json: ["status": "done", "message": .string(text(.english))])
  }

  /// The languages that the person wants to read.
  var languages: PreferredLanguages { readLanguage.map { PreferredLanguages([$0]) } ?? .none }

  /// The person's words, in a pipe and in a file too.
  var words: PhoneWords { PhoneWords(readLanguage) }

  /// The language of the option `--language` where the phone has no words in it; documents are in
  /// it where the server has it.
  var languageWithoutWords: String? {
    guard let language else { return nil }
    let first = language.prefix { $0 != "-" && $0 != "_" && $0 != "." }.lowercased()
    return ["en", "de"].contains(first) ? nil : language
  }

  /// The language that the person wants to read; nil where none is named.
  public var readLanguage: Language? { Language(read: language) }

  /// The words for the end of a command.
  var endWords: PhoneWords { PhoneWords(endIn: language) }
}

extension Language {
  /// The language of an option `--language`; without it that of the terminal.
  init?(read option: String?) {
    let environment = ProcessInfo.processInfo.environment
    let named =
      option
      ?? ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    // POSIX writes de_DE.UTF-8 for RFC 5646's de-DE; C and POSIX name no language.
    let tag = named?.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : String($0) }.joined()
    guard let language = tag.flatMap({ Language($0) }) else { return nil }
    self = language
  }
}

extension PhoneWords {
  /// The words for the end of a command: those of the option `--language`, and without it those of
  /// the machine for whoever sits at the terminal.
  ///
  /// A script reads English, whatever the language of its machine.
  init(endIn option: String?) {
    self = option != nil || Terminal.isInteractive ? PhoneWords(Language(read: option)) : .english
  }
}

extension PhoneWords {
  /// The words in this language for a command line that is not understood.
  var usage: UsageWords {
    switch self {
    case .english: .english
    case .german: .german
    }
  }
}

extension UsageWords {
  /// The words for a command line that is not understood, and whose options are not known
  /// therefore.
  ///
  /// - Parameter arguments: The command line. One of another command than `phone` is in English.
  package init(ofPhone arguments: [String]) {
    let command = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    self = .english
    guard command.first == "phone" else { return }
    var named: String?
    for (argument, next) in zip(command, command.dropFirst() + [""]) {
      if argument == "--language" { named = next }
      let assigned = "--language="
      if argument.hasPrefix(assigned) { named = String(argument.dropFirst(assigned.count)) }
    }
    self = PhoneWords(endIn: named).usage
  }
}

extension JSONValue {
  /// The items of an array that is a member of this object; none where there is no such array.
  func items(_ name: String) -> [JSONValue] {
    guard case .object(let members) = self, case .array(let items)? = members[name] else {
      return []
    }
    return items
  }
}
