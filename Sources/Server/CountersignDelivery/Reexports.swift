// The public interface names types of the core, and of what it brings along.
@_exported public import CountersignCore
