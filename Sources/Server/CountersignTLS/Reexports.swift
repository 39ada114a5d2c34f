// The public interface names types of these and of their dependencies.
@_exported public import CountersignDelivery
@_exported public import CountersignHTTP
