import HTTPTypes

extension HTTPFields {
  /// What a field says; what it says several times, joined (RFC 9110, section 5.3).
  ///
  /// Nearly every field is there once, where joining would write it anew.
  func text(of name: HTTPField.Name) -> String? {
    let values = self[values: name]
    return values.count > 1 ? self[name] : values.first
  }
}
