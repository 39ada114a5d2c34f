// The names are the framework's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

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
