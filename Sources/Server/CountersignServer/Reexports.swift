// The public interface names types of the routes and of their dependencies.
@_exported public import CountersignHTTP
