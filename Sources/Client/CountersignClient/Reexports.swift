// The public interface names types of these: an app gets them by its import of the product.
@_exported public import FlowModel
@_exported public import WebAuthnModel
@_exported public import WireModel
