/// The members of a JSON object, in the order in which they were written.
///
/// Names are compared byte by byte: no Unicode equivalence makes one name pass for another.
public struct JSONObject: Sendable, Hashable {
  var members: [Member]

  /// A name and its value: a type, since of a tuple each copy and end goes through the runtime.
  struct Member: Sendable {
    let name: String
    var value: JSONValue
  }

  /// Makes an empty object.
  public init() { members = [] }

  /// Makes an object of pairs; of two members with one name the later stays.
  public init(_ pairs: some Sequence<(String, JSONValue)>) {
    members = []
    members.reserveCapacity(pairs.underestimatedCount)
    for (name, value) in pairs { self[name] = value }
  }

  init(uniqueMembers: [Member]) { members = uniqueMembers }

  /// The names in order.
  public var names: [String] { members.map(\.name) }

  /// The number of members.
  public var count: Int { members.count }

  /// True if there is no member.
  public var isEmpty: Bool { members.isEmpty }

  /// The member's value; a new name goes to the end, `nil` removes.
  public subscript(name: String) -> JSONValue? {
    get { index(of: name).map { members[$0].value } }
    set {
      switch (index(of: name), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  func index(of name: String) -> Int? {
    members.firstIndex { $0.name.isSameBytes(as: name) }
  }

  /// Compares members and their order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members.elementsEqual(right.members) {
      $0.name.isSameBytes(as: $1.name) && $0.value == $1.value
    }
  }

  /// Hashes names and values in order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(members.count)
    for member in members {
      hasher.combine(member.name)
      hasher.combine(member.value)
    }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object; of two members with one name the later stays.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

extension String {
  /// Equality of the encoded bytes; `==` would also accept canonically equivalent text, such as
  /// the Kelvin sign for the letter K.
  @inline(__always)
  func isSameBytes(as other: String) -> Bool {
    // Most names differ: `==` says so by one comparison of memory, and never of equal bytes.
    guard utf8.count == other.utf8.count, self == other else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { bytes.isSame(as: $0) }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}
