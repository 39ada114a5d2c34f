// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are those of SwiftUI, whose documentation says what each does.

// The views of SwiftUI that the example app uses, with its initialisers.

public struct Text: PrimitiveView {
  private let content: String

  public init(_ content: some StringProtocol) { self.content = String(content) }

  public func draw(into drawing: inout Drawing) { drawing.add(text: content) }
}

public struct ProgressView: PrimitiveView {
  public init() {}
  public func draw(into drawing: inout Drawing) {}
}

public struct Button: PrimitiveView {
  private let title: String
  private let action: @MainActor () -> Void

  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {
    (self.title, self.action) = (String(title), action)
  }

  public init(
    _ title: some StringProtocol, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) { self.init(title, action: action) }

  public func draw(into drawing: inout Drawing) { drawing.add(button: title, action) }
}

public struct ButtonRole: Sendable {
  public static let destructive = ButtonRole()
  public static let cancel = ButtonRole()
}

public struct TextField: PrimitiveView {
  private let title: String
  private let text: Binding<String>

  public init(_ title: some StringProtocol, text: Binding<String>) {
    (self.title, self.text) = (String(title), text)
  }

  public func draw(into drawing: inout Drawing) { drawing.add(field: title, text) }
}

public struct SecureField: PrimitiveView {
  private let title: String
  private let text: Binding<String>

  public init(_ title: some StringProtocol, text: Binding<String>) {
    (self.title, self.text) = (String(title), text)
  }

  public func draw(into drawing: inout Drawing) { drawing.add(field: title, text) }
}

public struct Toggle: PrimitiveView {
  private let title: String
  private let isOn: Binding<Bool>

  public init(_ title: some StringProtocol, isOn: Binding<Bool>) {
    (self.title, self.isOn) = (String(title), isOn)
  }

  public func draw(into drawing: inout Drawing) {
    drawing.add(button: title) { isOn.wrappedValue.toggle() }
  }
}

public struct LabeledContent: PrimitiveView {
  private let text: String

  public init(_ title: some StringProtocol, value: some StringProtocol) {
    text = "\(title): \(value)"
  }

  public func draw(into drawing: inout Drawing) { drawing.add(text: text) }
}

public struct ContentUnavailableView: PrimitiveView {
  private let title: String
  private let description: Text?

  public init(_ title: some StringProtocol, systemImage: String, description: Text? = nil) {
    (self.title, self.description) = (String(title), description)
  }

  public func draw(into drawing: inout Drawing) {
    drawing.add(text: title)
    drawing.add(description)
  }
}

public struct VStack<Content: View>: PrimitiveView {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public func draw(into drawing: inout Drawing) { drawing.add(content) }
}

public struct ZStack<Content: View>: PrimitiveView {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public func draw(into drawing: inout Drawing) { drawing.add(content) }
}

public struct Form<Content: View>: PrimitiveView {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public func draw(into drawing: inout Drawing) { drawing.add(content) }
}

public struct List<Content: View>: PrimitiveView {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public func draw(into drawing: inout Drawing) { drawing.add(content) }
}

public struct Section<Content: View>: PrimitiveView {
  private let title: String
  private let content: Content

  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    (self.title, self.content) = (String(title), content())
  }

  public func draw(into drawing: inout Drawing) {
    drawing.add(text: title)
    drawing.add(content)
  }
}

public struct NavigationStack<Content: View>: PrimitiveView {
  private let root: Content

  public init(@ViewBuilder root: () -> Content) { self.root = root() }

  public func draw(into drawing: inout Drawing) { drawing.add(root) }
}

public struct NavigationLink<Destination: View>: PrimitiveView {
  private let title: String
  private let destination: Destination

  public init(_ title: some StringProtocol, @ViewBuilder destination: () -> Destination) {
    (self.title, self.destination) = (String(title), destination())
  }

  public func draw(into drawing: inout Drawing) { drawing.add(link: title, to: destination) }
}

public struct ForEach<Data: RandomAccessCollection, Content: View>: PrimitiveView {
  private let data: Data
  private let content: (Data.Element) -> Content

  public init<ID: Hashable>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) { (self.data, self.content) = (data, content) }

  public func draw(into drawing: inout Drawing) {
    for element in data { drawing.add(content(element)) }
  }
}

extension ForEach where Data.Element: Identifiable {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data, id: \.id, content: content)
  }
}
