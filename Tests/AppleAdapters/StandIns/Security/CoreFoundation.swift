// The names are the framework's own.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// On Apple's systems these are CoreFoundation's, and bridged: `query as CFDictionary` and
// `kSecClass as String` mean the same there.
public typealias CFDictionary = [String: Any]
public typealias CFString = String
public typealias CFTypeRef = Any
public typealias OSStatus = Int32
public enum CFAllocator {}
public enum CFError {}
