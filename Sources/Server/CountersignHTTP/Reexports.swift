// The public interface names types of the core and of its dependencies.
@_exported public import CountersignCore

#if !Server
  #error("The server needs the package's trait Server: swift build --traits Server, or make")
#endif
