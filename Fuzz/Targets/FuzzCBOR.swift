/// There is one encoding of what is read as CBOR, and keys are written as they were read.
func fuzz(_ input: [UInt8]) {
  if let value = try? CBORValue(parsing: input) { precondition(value.serialized() == input) }
  if let key = try? COSEPublicKey(cbor: input) { precondition(key.serialized() == input) }
  if let (value, consumed) = try? CBORValue.parsingPrefix(of: input) {
    precondition(value.serialized() == Array(input[..<consumed]))
  }
}
