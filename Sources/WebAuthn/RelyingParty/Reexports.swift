// The public interface names its types: who imports the product gets them too.
@_exported public import WebAuthnModel
