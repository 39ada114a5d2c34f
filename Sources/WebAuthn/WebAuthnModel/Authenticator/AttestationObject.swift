/// The envelope of a new credential (section 6.5.4).
public struct AttestationObject: Sendable, Hashable {
  /// The format of the statement, such as `none` or `packed`.
  public let format: String
  /// The statement.
  public let statement: CBORMap
  /// The authenticator data, as the very bytes that were signed.
  public let authenticatorData: [UInt8]

  /// Makes an attestation object.
  public init(format: String, statement: CBORMap, authenticatorData: [UInt8]) {
    self.format = format
    self.statement = statement
    self.authenticatorData = authenticatorData
  }

  /// Reads an attestation object, which has three members and no more.
  public init(parsing bytes: [UInt8]) throws(AttestationObjectError) {
    let value: CBORValue
    do throws(CBORError) {
      value = try CBORValue(parsing: bytes)
    } catch {
      throw AttestationObjectError.cbor(error.problem)
    }
    guard case .map(let map) = value, map.count == 3,
      case .text(let format)? = map["fmt"],
      case .map(let statement)? = map["attStmt"],
      case .bytes(let authenticatorData)? = map["authData"]
    else { throw AttestationObjectError.members }
    self.init(format: format, statement: statement, authenticatorData: authenticatorData)
  }

  /// The object as canonical CBOR.
  public func serialized() -> [UInt8] {
    let map: CBORValue = [
      "fmt": .text(format), "attStmt": .map(statement), "authData": .bytes(authenticatorData),
    ]
    return map.serialized()
  }
}

/// A fault of bytes that are no attestation object.
public enum AttestationObjectError: Error, Sendable, Hashable {
  /// The bytes are no canonical CBOR.
  case cbor(CBORError.Problem)
  /// The object does not have just the members `fmt`, `attStmt` and `authData` of their types.
  case members
}
