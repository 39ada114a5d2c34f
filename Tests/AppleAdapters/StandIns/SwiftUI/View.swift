// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are those of SwiftUI, whose documentation says what each does.

/// Stands for SwiftUI's protocol of views: what the example app says of a screen is compiled, and
/// nothing is drawn.
@MainActor
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

/// A view that SwiftUI draws itself: it is its own body here.
@MainActor
public protocol PrimitiveView: View where Body == Self {}

extension PrimitiveView {
  public var body: Self { self }
}

public struct EmptyView: PrimitiveView {
  public init() {}
}

public struct TupleView<each Content: View>: PrimitiveView {
  init(_ content: repeat each Content) {}
}

public struct ConditionalContent<First: View, Second: View>: PrimitiveView {}

extension Optional: View where Wrapped: View {
  public var body: Self { self }
}

/// What modifiers give.
public struct ModifiedContent<Content: View>: PrimitiveView {}

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
  ) -> ConditionalContent<First, Second> { ConditionalContent() }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalContent<First, Second> { ConditionalContent() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}
