// The public interface names types of the core and of its dependencies.
@_exported public import CountersignCore

#if !PostgreSQL
  #error("The store in PostgreSQL needs the package's trait: swift build --traits PostgreSQL")
#endif
