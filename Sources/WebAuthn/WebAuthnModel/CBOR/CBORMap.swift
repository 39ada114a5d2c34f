/// The entries of a CBOR map in canonical order, which is the order of the encoded keys.
public struct CBORMap: Sendable, Hashable {
  /// One key with its value.
  public struct Entry: Sendable, Hashable {
    /// The key.
    public let key: CBORValue
    /// The value.
    public let value: CBORValue
  }

  /// The entries in canonical order.
  public private(set) var entries: [Entry]

  /// Makes a map; of two entries with one key the later stays.
  public init(_ pairs: some Sequence<(CBORValue, CBORValue)>) {
    entries = []
    for (key, value) in pairs {
      entries.removeAll { $0.key == key }
      entries.append(Entry(key: key, value: value))
    }
    entries.sort { $0.key.serialized().lexicographicallyPrecedes($1.key.serialized()) }
  }

  init(canonicalEntries: [Entry]) { entries = canonicalEntries }

  /// The value of a key.
  public subscript(key: CBORValue) -> CBORValue? {
    entries.first { $0.key == key }?.value
  }

  /// The number of entries.
  public var count: Int { entries.count }

  /// Whether there is no entry.
  public var isEmpty: Bool { entries.isEmpty }

  func value(_ label: Int64) -> CBORValue? {
    let key = CBORValue(label)
    for entry in entries where entry.key == key { return entry.value }
    return nil
  }
}

extension CBORMap: ExpressibleByDictionaryLiteral {
  /// Makes a map; of two entries with one key the later stays.
  public init(dictionaryLiteral elements: (CBORValue, CBORValue)...) { self.init(elements) }
}
