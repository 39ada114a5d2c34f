// The names are the framework's own.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import Foundation
import StandInPhone

/// Adds an item.
public func SecItemAdd(
  _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  guard let query = KeychainQuery(attributes), query.isOfOneItem, let data = query.data,
    query.accessible == kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, !query.returns
  else { return errSecParam }
  return Phone.current.with { phone in
    if let status = phone.keychainStatus { return status }
    guard phone.hasPasscode else { return errSecNotAvailable }
    var query = query
    // The first of those that the app is entitled to.
    query.accessGroup = query.accessGroup ?? ""
    guard !phone.items.contains(where: query.matches) else { return errSecDuplicateItem }
    var item = PhoneState.KeychainItem()
    item.service = query.service
    item.account = query.account ?? ""
    item.accessGroup = query.accessGroup ?? ""
    item.accessible = kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
    item.data = data
    phone.items.append(item)
    return errSecSuccess
  }
}

/// Changes items.
public func SecItemUpdate(_ query: CFDictionary, _ attributes: CFDictionary) -> OSStatus {
  guard let query = KeychainQuery(query), query.isOfOneItem, query.data == nil, !query.returns,
    attributes.count == 1, let data = attributes[kSecValueData] as? Data
  else { return errSecParam }
  return Phone.current.with { phone in
    if let status = phone.keychainStatus { return status }
    let found = phone.items.indices.filter { query.matches(phone.items[$0]) }
    for index in found { phone.items[index].data = data }
    return found.isEmpty ? errSecItemNotFound : errSecSuccess
  }
}

/// Removes items.
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  guard let query = KeychainQuery(query), query.isOfOneItem, query.data == nil, !query.returns
  else { return errSecParam }
  return Phone.current.with { phone in
    if let status = phone.keychainStatus { return status }
    let before = phone.items.count
    phone.items.removeAll(where: query.matches)
    return phone.items.count == before ? errSecItemNotFound : errSecSuccess
  }
}

/// Finds items: the data of one, or the attributes of all.
public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  guard let query = KeychainQuery(query), query.data == nil, query.returns,
    query.isOfOneItem == query.returnsData
  else { return errSecParam }
  let (status, found) = Phone.current.with { phone -> (OSStatus, [PhoneState.KeychainItem]) in
    if let status = phone.keychainStatus { return (status, []) }
    let found = phone.items.filter(query.matches)
    return (found.isEmpty ? errSecItemNotFound : errSecSuccess, found)
  }
  guard status == errSecSuccess else { return status }
  if query.returnsData {
    result?.pointee = found.first?.data
  } else {
    // In no order, as the framework gives them.
    result?.pointee = found.reversed().map { item -> [String: Any] in
      [kSecAttrService: item.service, kSecAttrAccount: item.account]
    }
  }
  return errSecSuccess
}

/// A query as this keychain takes it: an attribute that it does not know makes it none.
private struct KeychainQuery {
  var service = ""
  var account: String?
  /// Nil for all of the app's.
  var accessGroup: String?
  var accessible: String?
  var data: Data?
  var returnsData = false
  var returnsAttributes = false
  private var limit: String?

  var isOfOneItem: Bool { account != nil }
  var returns: Bool { returnsData || returnsAttributes }

  init?(_ attributes: CFDictionary) {
    guard attributes[kSecClass] as? String == kSecClassGenericPassword,
      attributes[kSecAttrSynchronizable] as? Bool == false,
      attributes[kSecUseDataProtectionKeychain] as? Bool == true,
      let service = attributes[kSecAttrService] as? String
    else { return nil }
    self.service = service
    for (name, value) in attributes {
      switch name {
      case kSecClass, kSecAttrService, kSecAttrSynchronizable, kSecUseDataProtectionKeychain:
        continue
      case kSecAttrAccount: account = value as? String
      case kSecAttrAccessGroup: accessGroup = value as? String
      case kSecAttrAccessible: accessible = value as? String
      case kSecValueData: data = value as? Data
      case kSecReturnData: returnsData = value as? Bool == true
      case kSecReturnAttributes: returnsAttributes = value as? Bool == true
      case kSecMatchLimit: limit = value as? String
      default: return nil
      }
    }
    // The framework gives no data of more than one item.
    if returnsData, limit != kSecMatchLimitOne { return nil }
    if returnsAttributes, limit != kSecMatchLimitAll { return nil }
  }

  func matches(_ item: PhoneState.KeychainItem) -> Bool {
    item.service == service && (accessGroup == nil || item.accessGroup == accessGroup)
      && (account == nil || item.account == account)
  }
}

/// The conditions for the use of a key.
public final class SecAccessControl: Sendable {
  /// The time at which the key is there at all.
  public let protection: String
  /// The checks before a use.
  public let flags: SecAccessControlCreateFlags

  init(_ protection: String, _ flags: SecAccessControlCreateFlags) {
    self.protection = protection
    self.flags = flags
  }
}

/// The checks before a use, with the numbers of SecAccessControl.h.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let biometryCurrentSet = SecAccessControlCreateFlags(rawValue: 1 << 3)
  public static let privateKeyUsage = SecAccessControlCreateFlags(rawValue: 1 << 30)
}

/// Makes one.
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  (protection as? String).map { SecAccessControl($0, flags) }
}

// The names of attributes, as the framework's own text of them.
public let kSecClass: CFString = "class"
public let kSecClassGenericPassword: CFString = "genp"
public let kSecAttrService: CFString = "svce"
public let kSecAttrAccount: CFString = "acct"
public let kSecAttrAccessGroup: CFString = "agrp"
public let kSecAttrAccessible: CFString = "pdmn"
public let kSecAttrSynchronizable: CFString = "sync"
public let kSecValueData: CFString = "v_Data"
public let kSecReturnData: CFString = "r_Data"
public let kSecReturnAttributes: CFString = "r_Attributes"
public let kSecMatchLimit: CFString = "m_Limit"
public let kSecMatchLimitOne: CFString = "m_LimitOne"
public let kSecMatchLimitAll: CFString = "m_LimitAll"
public let kSecUseDataProtectionKeychain: CFString = "nleg"
public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"

// SecBase.h.
public let errSecSuccess: OSStatus = 0
public let errSecIO: OSStatus = -36
public let errSecDiskFull: OSStatus = -34
public let errSecParam: OSStatus = -50
public let errSecUserCanceled: OSStatus = -128
public let errSecNotAvailable: OSStatus = -25_291
public let errSecAuthFailed: OSStatus = -25_293
public let errSecDuplicateItem: OSStatus = -25_299
public let errSecItemNotFound: OSStatus = -25_300
public let errSecInteractionNotAllowed: OSStatus = -25_308
public let errSecDecode: OSStatus = -26_275
public let errSecMissingEntitlement: OSStatus = -34_018

// On Apple's systems these are CoreFoundation's, and bridged: `query as CFDictionary` and
// `kSecClass as String` mean the same there.
public typealias CFDictionary = [String: Any]
public typealias CFString = String
public typealias CFTypeRef = Any
public typealias OSStatus = Int32
public enum CFAllocator {}
public final class CFError {}
