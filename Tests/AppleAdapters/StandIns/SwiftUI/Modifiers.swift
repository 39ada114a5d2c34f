// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are those of SwiftUI, whose documentation says what each does.

public import Foundation

// The modifiers of SwiftUI that the example app uses.

public struct Font: Sendable {
  public static let title = Font()
  public static let headline = Font()
}

/// Of UIKit, which SwiftUI names.
public enum UIKeyboardType: Sendable {
  case numberPad
}

/// Of UIKit, which SwiftUI names.
public struct UITextContentType: Sendable {
  public static let oneTimeCode = UITextContentType()
}

extension View {
  public func font(_ font: Font?) -> some View { self }
  public func disabled(_ isDisabled: Bool) -> some View {
    Modified(self) { content, drawing in drawing.disable(isDisabled) { $0.add(content) } }
  }
  public func keyboardType(_ type: UIKeyboardType) -> some View { self }
  public func textContentType(_ type: UITextContentType?) -> some View { self }
  public func navigationTitle(_ title: some StringProtocol) -> some View {
    Modified(self) { content, drawing in
      drawing.add(text: String(title))
      drawing.add(content)
    }
  }
  public func task(_ action: @escaping @MainActor () async -> Void) -> some View {
    Modified(self) { content, drawing in
      drawing.add(content)
      drawing.add(task: action)
    }
  }
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    Modified(self) { content, drawing in
      drawing.add(content)
      drawing.openURL = action
    }
  }
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping (_ old: Value, _ new: Value) -> Void
  ) -> some View {
    // Nothing changes a value of the environment here: only the first is told.
    Modified(self) { content, drawing in
      drawing.add(content)
      if initial { drawing.add(task: { action(value, value) }) }
    }
  }
  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    Modified(self) { below, drawing in
      drawing.add(below)
      guard let shown = item.wrappedValue else { return }
      drawing.within("sheet \(shown.id)") { $0.add(content(shown)) }
    }
  }
  public func alert<Actions: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>, @ViewBuilder actions: () -> Actions
  ) -> some View {
    let actions = actions()
    return Modified(self) { content, drawing in
      drawing.add(content)
      guard isPresented.wrappedValue else { return }
      drawing.add(text: String(title))
      drawing.add(actions)
    }
  }
}
