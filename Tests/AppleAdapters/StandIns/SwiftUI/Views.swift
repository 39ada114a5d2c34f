// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are those of SwiftUI, whose documentation says what each does.

// The views of SwiftUI that the example app uses, with its initialisers.

public struct Text: PrimitiveView {
  public init(_ content: some StringProtocol) {}
}

public struct ProgressView: PrimitiveView {
  public init() {}
}

public struct Button: PrimitiveView {
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
  public init(
    _ title: some StringProtocol, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {}
}

public struct ButtonRole: Sendable {
  public static let destructive = ButtonRole()
  public static let cancel = ButtonRole()
}

public struct TextField: PrimitiveView {
  public init(_ title: some StringProtocol, text: Binding<String>) {}
}

public struct SecureField: PrimitiveView {
  public init(_ title: some StringProtocol, text: Binding<String>) {}
}

public struct Toggle: PrimitiveView {
  public init(_ title: some StringProtocol, isOn: Binding<Bool>) {}
}

public struct LabeledContent: PrimitiveView {
  public init(_ title: some StringProtocol, value: some StringProtocol) {}
}

public struct ContentUnavailableView: PrimitiveView {
  public init(_ title: some StringProtocol, systemImage: String, description: Text? = nil) {}
}

public struct VStack<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct ZStack<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct Form<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct List<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct Section<Content: View>: PrimitiveView {
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {}
}

public struct NavigationStack<Content: View>: PrimitiveView {
  public init(@ViewBuilder root: () -> Content) {}
}

public struct NavigationLink<Destination: View>: PrimitiveView {
  public init(_ title: some StringProtocol, @ViewBuilder destination: () -> Destination) {}
}

public struct ForEach<Data: RandomAccessCollection, Content: View>: PrimitiveView {
  public init<ID: Hashable>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}

extension ForEach where Data.Element: Identifiable {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}
