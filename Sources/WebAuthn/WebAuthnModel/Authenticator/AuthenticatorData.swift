/// An authenticator's data about itself, the person and the credential (section 6.1).
public struct AuthenticatorData: Sendable, Hashable {
  /// SHA-256 of the relying party's id.
  public let relyingPartyIDHash: [UInt8]
  /// The flags; AT and ED agree with what is present.
  public let flags: AuthenticatorFlags
  /// The signature counter.
  public let signCount: UInt32
  /// The new credential, in a registration.
  public let attestedCredentialData: AttestedCredentialData?
  /// The extension outputs, by their identifiers.
  public let extensions: CBORMap?

  /// Makes authenticator data; AT and ED are set by what is given.
  public init(
    relyingPartyIDHash: [UInt8], flags: AuthenticatorFlags, signCount: UInt32,
    attestedCredentialData: AttestedCredentialData? = nil, extensions: CBORMap? = nil
  ) {
    self.relyingPartyIDHash = relyingPartyIDHash
    var flags = flags.subtracting([.attestedCredentialData, .extensionData])
    if attestedCredentialData != nil { flags.insert(.attestedCredentialData) }
    if extensions != nil { flags.insert(.extensionData) }
    self.flags = flags
    self.signCount = signCount
    self.attestedCredentialData = attestedCredentialData
    self.extensions = extensions
  }

  /// Reads authenticator data and refuses missing and surplus bytes.
  public init(parsing bytes: [UInt8]) throws(AuthenticatorDataError) {
    guard bytes.count >= Self.headerLength else { throw AuthenticatorDataError.truncated }
    relyingPartyIDHash = [UInt8](bytes[..<32])
    flags = AuthenticatorFlags(rawValue: bytes[32])
    signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    var offset = Self.headerLength
    if flags.contains(.attestedCredentialData) {
      attestedCredentialData = try Self.parseCredential(bytes, &offset)
    } else {
      attestedCredentialData = nil
    }
    extensions =
      flags.contains(.extensionData) ? try Self.parseExtensions(bytes, &offset) : nil
    guard offset == bytes.count else { throw AuthenticatorDataError.trailingBytes }
  }

  /// The data as bytes.
  public func serialized() -> [UInt8] {
    var bytes = relyingPartyIDHash
    bytes.append(flags.rawValue)
    for shift: UInt32 in [24, 16, 8, 0] {
      bytes.append(UInt8(truncatingIfNeeded: signCount >> shift))
    }
    if let credential = attestedCredentialData {
      bytes += credential.aaguid
      let length = UInt16(truncatingIfNeeded: credential.credentialID.bytes.count)
      bytes += [UInt8(length >> 8), UInt8(length & 0xFF)]
      bytes += credential.credentialID.bytes
      bytes += credential.publicKey
    }
    if let extensions { bytes += CBORValue.map(extensions).serialized() }
    return bytes
  }

  private static let headerLength = 37

  private static func parseCredential(
    _ bytes: [UInt8], _ offset: inout Int
  ) throws(AuthenticatorDataError) -> AttestedCredentialData {
    guard bytes.count - offset >= 18 else { throw AuthenticatorDataError.truncated }
    let aaguid = [UInt8](bytes[offset..<offset + 16])
    let length = Int(bytes[offset + 16]) << 8 | Int(bytes[offset + 17])
    offset += 18
    guard bytes.count - offset >= length else { throw AuthenticatorDataError.truncated }
    let credentialID = CredentialID([UInt8](bytes[offset..<offset + length]))
    offset += length
    let (value, consumed) = try parseItem(bytes, offset)
    guard case .map = value else { throw AuthenticatorDataError.publicKeyNotAMap }
    let publicKey = [UInt8](bytes[offset..<offset + consumed])
    offset += consumed
    return AttestedCredentialData(
      aaguid: aaguid, credentialID: credentialID, publicKey: publicKey)
  }

  private static func parseExtensions(
    _ bytes: [UInt8], _ offset: inout Int
  ) throws(AuthenticatorDataError) -> CBORMap {
    let (value, consumed) = try parseItem(bytes, offset)
    guard case .map(let map) = value else { throw AuthenticatorDataError.extensionsNotAMap }
    for entry in map.entries {
      guard case .text = entry.key else { throw AuthenticatorDataError.extensionsNotAMap }
    }
    offset += consumed
    return map
  }

  private static func parseItem(
    _ bytes: [UInt8], _ offset: Int
  ) throws(AuthenticatorDataError) -> (value: CBORValue, consumed: Int) {
    do throws(CBORError) {
      return try CBORValue.parsingPrefix(of: bytes, from: offset)
    } catch {
      throw AuthenticatorDataError.cbor(error.problem)
    }
  }
}

/// The flags byte of authenticator data (section 6.1).
public struct AuthenticatorFlags: OptionSet, Sendable, Hashable {
  /// The byte.
  public let rawValue: UInt8

  /// Takes the byte as it is, reserved bits too.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// UP: somebody was there.
  public static let userPresent = AuthenticatorFlags(rawValue: 0x01)
  /// UV: the person was verified.
  public static let userVerified = AuthenticatorFlags(rawValue: 0x04)
  /// BE: the credential may be backed up.
  public static let backupEligible = AuthenticatorFlags(rawValue: 0x08)
  /// BS: the credential is backed up now.
  public static let backedUp = AuthenticatorFlags(rawValue: 0x10)
  /// AT: attested credential data follow.
  public static let attestedCredentialData = AuthenticatorFlags(rawValue: 0x40)
  /// ED: extension outputs follow.
  public static let extensionData = AuthenticatorFlags(rawValue: 0x80)
}

/// The new credential inside authenticator data (section 6.5.1).
public struct AttestedCredentialData: Sendable, Hashable {
  /// The make of the authenticator, 16 bytes; zeros when it does not tell.
  public let aaguid: [UInt8]
  /// The credential's id, of any length; the relying party refuses one that is too long.
  public let credentialID: CredentialID
  /// The public key as the canonical CBOR that was sent.
  public let publicKey: [UInt8]

  /// Makes data; the aaguid is cut or filled to 16 bytes.
  public init(aaguid: [UInt8], credentialID: CredentialID, publicKey: [UInt8]) {
    let padding = [UInt8](repeating: 0, count: max(0, 16 - aaguid.count))
    self.aaguid = aaguid.prefix(16) + padding
    self.credentialID = credentialID
    self.publicKey = publicKey
  }
}

/// A fault of bytes that are no authenticator data.
public enum AuthenticatorDataError: Error, Sendable, Hashable {
  /// The bytes end too early.
  case truncated
  /// Bytes follow what the flags announce.
  case trailingBytes
  /// The public key is CBOR of another kind.
  case publicKeyNotAMap
  /// The extension outputs are no map of identifiers.
  case extensionsNotAMap
  /// The public key or the extension outputs are no canonical CBOR.
  case cbor(CBORError.Problem)
}
