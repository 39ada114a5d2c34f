// The public interface names types of the client and of its dependencies.
@_exported public import CountersignClient
