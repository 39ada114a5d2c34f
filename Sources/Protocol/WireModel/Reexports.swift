// The public interface names types of these: who reads bodies reads documents and their JSON.
@_exported public import DocumentModel
@_exported public import WebAuthnModel
