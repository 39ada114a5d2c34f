#include <sqlite3.h>

/// Has SQLite count no memory: the counter is one lock for every allocation of every connection,
/// and nobody reads it.
///
/// To be called before anything else of SQLite. It is here because Swift cannot call a function
/// that takes any number of arguments. Returns SQLite's result code.
static inline int sqlite3_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
