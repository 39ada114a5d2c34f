#include <sqlite3.h>

/// Has SQLite count no memory: the counter is one lock for every allocation of every connection,
/// and nobody reads it.
///
/// To be called before anything else of SQLite. It is here because Swift cannot call a function
/// that takes any number of arguments. Returns SQLite's result code.
static inline int sqlite3_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Reads the number that `PRAGMA application_id` sets from the file itself, whatever the
/// write-ahead log beside it says; 0 where the file ends before it.
///
/// It is here because it is four bytes of a file that nobody else may open and close: that would
/// end SQLite's locks on it. Returns SQLite's result code.
static inline int sqlite3_read_file_stamp(sqlite3 *connection, unsigned *stamp) {
  sqlite3_file *file = 0;
  unsigned char bytes[4] = {0, 0, 0, 0};
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (file == 0 || file->pMethods == 0) return SQLITE_CANTOPEN;
  code = file->pMethods->xRead(file, bytes, sizeof bytes, 68);
  if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) return code;
  *stamp = (unsigned)bytes[0] << 24 | (unsigned)bytes[1] << 16 | (unsigned)bytes[2] << 8 | bytes[3];
  return SQLITE_OK;
}

/// Has the last connection that closes leave the write-ahead log as it is, or carry it into the
/// file. Returns SQLite's result code.
static inline int sqlite3_keep_log(sqlite3 *connection, int isKept) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, isKept, (int *)0);
}
