/// Which texts a person may give beside a factor: at most 256 characters, all of which a screen
/// can show truthfully to whoever reads them later.
///
/// The server checks it, and a device before it sends anything.
public enum UserInputRule {
  /// What is wrong with a text.
  public enum Fault: Error, Sendable, Hashable {
    /// It has more than 256 characters, or more than 1024 bytes in UTF-8.
    case tooLong
    /// It holds a control character or another that makes a screen show something else.
    case unshowable
  }

  /// What is wrong with a text; nil where nothing is.
  public static func fault(of text: String) -> Fault? {
    guard text.utf8.count <= 1024, text.count <= 256 else { return .tooLong }
    return CanonicalForm.isShowable(text) ? nil : .unshowable
  }
}
