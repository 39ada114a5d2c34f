import CountersignCore
public import Logging
import Synchronization
import WebAuthnModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes the log as JSON, one object a line.
///
/// Who logs answers for what is in it; this handler knows no secrets, and none of the types that
/// hold one prints it.
public struct JSONLogHandler: LogHandler {
  /// The metadata of every line of this logger.
  public var metadata: Logger.Metadata = [:]
  /// The metadata of the task that logs.
  public var metadataProvider: Logger.MetadataProvider?
  /// The least level that is written.
  public var logLevel: Logger.Level
  private let label: String
  private let write: @Sendable ([UInt8]) -> Void

  /// A handler for a logger's label.
  ///
  /// - Parameters:
  ///   - label: Who logs.
  ///   - level: The least level that is written.
  ///   - write: Takes each line with its line feed; standard error unless told otherwise.
  public init(
    label: String, level: Logger.Level = .info,
    write: @escaping @Sendable ([UInt8]) -> Void = Self.toStandardError
  ) {
    self.label = label
    logLevel = level
    self.write = write
  }

  /// One of this logger's metadata.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes a line: first what every line has, then the metadata by name, so that two lines of one
  /// kind read alike.
  public func log(event: LogEvent) {
    var line: JSONObject = [
      "time": .string(SystemClock().now().rfc3339), "level": .string(event.level.rawValue),
      "logger": .string(label), "message": .string(event.message.description),
    ]
    for (name, value) in members(of: event) where line[name] == nil {
      line[name] = JSONValue(value)
    }
    write(JSONValue.object(line).serialized() + [UInt8(ascii: "\n")])
  }

  /// The event's own metadata, and what else is known, by name.
  private func members(of event: LogEvent) -> [(key: String, value: Logger.Metadata.Value)] {
    let provided = metadataProvider?.get() ?? [:]
    return (event.metadata ?? [:]).merging(provided) { own, _ in own }
      .merging(metadata) { own, _ in own }
      .sorted { $0.key < $1.key }
  }

  /// Writes a line to standard error in one call, so that lines of two threads do not mix.
  public static let toStandardError: @Sendable ([UInt8]) -> Void = { line in
    line.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Self.writeBytes(UnsafeRawBufferPointer(rebasing: rest))
        if count < 0 {
          if errno == EINTR { continue }
          return
        }
        rest = rest.dropFirst(count)
      }
    }
  }

  private static func writeBytes(_ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    #endif
  }
}

extension JSONValue {
  fileprivate init(_ value: Logger.MetadataValue) {
    switch value {
    case .string(let text): self = .string(text)
    case .stringConvertible(let value): self = .string(value.description)
    case .array(let values): self = .array(values.map(JSONValue.init))
    case .dictionary(let members):
      let sorted = members.sorted { $0.key < $1.key }
      self = .object(JSONObject(sorted.map { ($0.key, JSONValue($0.value)) }))
    }
  }
}
