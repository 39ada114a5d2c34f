// The names are the framework's own.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

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
