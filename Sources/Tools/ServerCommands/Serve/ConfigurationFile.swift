import Configuration
import Foundation
import ToolSupport
import WebAuthnModel

/// The file of `--config`: options of `serve` as JSON, read strictly.
///
/// What is misspelt or of another type is refused, and not as if it were not there. No error says a
/// value: some hold passwords.
struct ConfigurationFile {
  /// The options that it gives.
  private(set) var values: [AbsoluteConfigKey: ConfigValue] = [:]
  private let path: String
  private let options: [String: ServeOption]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - options: The options that it can give.
  /// - Throws: `CommandFailure` where it cannot be read, is no JSON object, or says what no option
  ///   takes.
  init(readingFrom path: String, _ options: [ServeOption]) throws {
    self.path = path
    self.options = Dictionary(uniqueKeysWithValues: options.map { ($0.name, $0) })
    try read(try Self.object(path), under: "")
  }

  private static func object(_ path: String) throws -> JSONObject {
    guard let content = FileManager.default.contents(atPath: path) else {
      throw unreadable(path, "it is not there, or may not be read")
    }
    do throws(JSONError) {
      guard case .object(let object) = try JSONValue(parsing: Array(content)) else {
        throw JSONError(problem: "no object", offset: 0)
      }
      return object
    } catch {
      throw unreadable(path, error.description)
    }
  }

  private static func unreadable(_ path: String, _ problem: String) -> CommandFailure {
    CommandFailure(
      .wrongUse, "the configuration \(path) cannot be read: \(problem)",
      hint: "give a JSON file, as in {\"port\": 8080}")
  }

  /// Reads an object's members; `prefix` is its own name, with a dot after it.
  private mutating func read(_ object: JSONObject, under prefix: String) throws {
    for member in object.names {
      guard let value = object[member] else { continue }
      let name = prefix + member
      if let option = options[name] {
        try take(value, option)
      } else if case .object(let inner) = value, isParent(name) {
        try read(inner, under: name + ".")
      } else {
        throw CommandFailure(
          .wrongUse, "\(path) names no option of serve: \(name)",
          hint: "countersign serve --help lists them")
      }
    }
  }

  private func isParent(_ name: String) -> Bool {
    options.keys.contains { $0.hasPrefix(name + ".") }
  }

  private mutating func take(_ value: JSONValue, _ option: ServeOption) throws {
    guard let content = option.content(of: value) else {
      throw CommandFailure(
        .wrongUse, "\(option.name) in \(path) is \(option.value.otherwise)",
        hint: option.value.wording)
    }
    guard values.updateValue(ConfigValue(content, isSecret: false), forKey: option.key) == nil
    else {
      throw CommandFailure(
        .wrongUse, "\(path) says \(option.name) twice", hint: "leave one of them out")
    }
  }
}

extension ServeOption {
  /// A value of the file as this option takes it; nil where it is of another type.
  fileprivate func content(of value: JSONValue) -> ConfigContent? {
    switch (self.value, value) {
    case (.text, .string(let text)): .string(text)
    case (.number, .integer(let number)): Int(exactly: number).map { .int($0) }
    case (.flag, .bool(let flag)): .bool(flag)
    case (.texts, .string(let text)): .stringArray([text])
    case (.texts, .array(let elements)): Self.texts(elements).map { .stringArray($0) }
    default: nil
    }
  }

  private static func texts(_ elements: [JSONValue]) -> [String]? {
    let texts = elements.compactMap { element -> String? in
      guard case .string(let text) = element else { return nil }
      return text
    }
    return texts.count == elements.count ? texts : nil
  }
}

extension ServeOption.Value {
  /// The words for a value of another type.
  fileprivate var otherwise: String {
    switch self {
    case .text: "no text"
    case .number: "no number"
    case .flag: "neither true nor false"
    case .texts: "neither a text nor a list of texts"
    }
  }

  /// The form of a value.
  fileprivate var wording: String {
    switch self {
    case .text: "write it in quotes"
    case .number: "write a whole number, without quotes"
    case .flag: "write true or false, without quotes"
    case .texts: "write one text in quotes, or several as in [\"…\", \"…\"]"
    }
  }
}
