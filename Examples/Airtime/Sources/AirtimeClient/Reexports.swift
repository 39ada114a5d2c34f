// The public interface names types of these.
@_exported public import AirtimeModel
@_exported public import CountersignClient
