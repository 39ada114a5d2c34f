// The names are the framework's own.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

/// When a key may be used.
public final class SecAccessControl: Sendable {
  /// When it is there at all.
  public let protection: String
  /// What is asked before a use.
  public let flags: SecAccessControlCreateFlags

  init(_ protection: String, _ flags: SecAccessControlCreateFlags) {
    self.protection = protection
    self.flags = flags
  }
}

/// What is asked before a use, with the numbers of SecAccessControl.h.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let biometryCurrentSet = SecAccessControlCreateFlags(rawValue: 1 << 3)
  public static let privateKeyUsage = SecAccessControlCreateFlags(rawValue: 1 << 30)
}

/// Makes one.
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<SecAccessControl>?>?
) -> SecAccessControl? {
  (protection as? String).map { SecAccessControl($0, flags) }
}
