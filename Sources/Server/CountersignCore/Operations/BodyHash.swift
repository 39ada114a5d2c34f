import WireModel

/// The hash by which two bodies of one action are told apart: over what was asked for, so that
/// neither the proof nor the spelling of the JSON counts, and no secret is in it.
enum BodyHash {
  /// The hash of an action's name and its values in their fixed order.
  static func of(_ action: String, _ values: [SQLValue]) -> [UInt8] {
    var form = CanonicalForm()
    form.append(bytes: Array("countersign/action/v1".utf8))
    form.append(bytes: Array(action.utf8))
    for value in values {
      switch value {
      // A value that is missing differs from one that is empty.
      case .null: form.append(false)
      case .integer(let integer):
        form.append(true)
        form.append(integer)
      case .text(let text):
        form.append(true)
        form.append(bytes: Array(text.utf8))
      case .blob(let bytes):
        form.append(true)
        form.append(bytes: bytes)
      }
    }
    return sha256(form.bytes)
  }
}
