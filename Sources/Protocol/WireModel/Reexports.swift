// The public interface names types of these: who reads bodies reads documents, their JSON, and the
// factors that a policy names.
@_exported public import DocumentModel
@_exported public import FlowModel
@_exported public import HTTPTypes
@_exported public import WebAuthnModel
