// The public interface names types of the core.
@_exported public import CountersignCore
