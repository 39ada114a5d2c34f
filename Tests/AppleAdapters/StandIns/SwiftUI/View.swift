// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are those of SwiftUI, whose documentation says what each does.

/// Stands for SwiftUI's protocol of views: what the example app says of a screen is compiled, and a
/// ``Display`` reads it; no pixel is drawn.
@MainActor
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

/// A view that SwiftUI draws itself: it is its own body here.
@MainActor
public protocol PrimitiveView: View where Body == Self {
  func draw(into drawing: inout Drawing)
}

extension PrimitiveView {
  public var body: Self { self }
}

public struct EmptyView: PrimitiveView {
  public init() {}
  public func draw(into drawing: inout Drawing) {}
}

public struct TupleView<each Content: View>: PrimitiveView {
  private let content: (repeat each Content)

  init(_ content: repeat each Content) { self.content = (repeat each content) }

  public func draw(into drawing: inout Drawing) {
    for view in repeat each content { drawing.add(view) }
  }
}

public enum ConditionalContent<First: View, Second: View>: PrimitiveView {
  case first(First)
  case second(Second)

  public func draw(into drawing: inout Drawing) {
    switch self {
    case .first(let view): drawing.within("first") { $0.add(view) }
    case .second(let view): drawing.within("second") { $0.add(view) }
    }
  }
}

extension Optional: View, PrimitiveView where Wrapped: View {
  public var body: Self { self }

  public func draw(into drawing: inout Drawing) {
    if let self { drawing.add(self) }
  }
}

/// A view with what a modifier makes of it.
struct Modified<Content: View>: PrimitiveView {
  private let content: Content
  private let change: @MainActor (Content, inout Drawing) -> Void

  init(_ content: Content, _ change: @escaping @MainActor (Content, inout Drawing) -> Void) {
    (self.content, self.change) = (content, change)
  }

  func draw(into drawing: inout Drawing) { change(content, &drawing) }
}

@resultBuilder
@MainActor
public enum ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<repeat each Content> { TupleView(repeat each content) }
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalContent<First, Second> { .first(first) }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalContent<First, Second> { .second(second) }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}
