// The public interface names types of these: who takes the server's product gets them too.
@_exported public import FlowModel
@_exported public import RelyingParty
@_exported public import WireModel
