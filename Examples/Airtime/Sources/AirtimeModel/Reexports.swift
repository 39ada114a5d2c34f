// The public interface names types of these.
@_exported public import WireModel
