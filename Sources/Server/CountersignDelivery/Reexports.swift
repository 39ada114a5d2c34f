// The public interface names types of the core and of its dependencies.
@_exported public import CountersignCore
