// The public interface names types of the routes, and of what they bring along.
@_exported public import CountersignHTTP
