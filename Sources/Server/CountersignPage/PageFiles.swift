import CPageFiles

/// The files of the web page's own; a test holds them against the folder.
enum PageFiles {
  /// Every file but the document, with its path under `page/`.
  static let all = [PageFile](embedded: countersign_page_files())

  /// The document that loads them, which ``AssembledPage`` completes.
  static let document = String(cString: countersign_page_document())
}
