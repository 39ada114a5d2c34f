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
  public func disabled(_ isDisabled: Bool) -> some View { self }
  public func keyboardType(_ type: UIKeyboardType) -> some View { self }
  public func textContentType(_ type: UITextContentType?) -> some View { self }
  public func navigationTitle(_ title: some StringProtocol) -> some View { self }
  public func task(_ action: @escaping @MainActor () async -> Void) -> some View { self }
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping (_ old: Value, _ new: Value) -> Void
  ) -> some View { self }
  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { self }
  public func alert<Actions: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>, @ViewBuilder actions: () -> Actions
  ) -> some View { self }
}
