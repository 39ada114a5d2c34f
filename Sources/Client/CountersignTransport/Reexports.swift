// The public interface names types of the client, and of what the client brings along.
@_exported public import CountersignClient
