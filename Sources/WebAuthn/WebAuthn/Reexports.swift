// The product in one import: the values of the wire, and what checks them.
@_exported public import RelyingParty
@_exported public import WebAuthnModel
