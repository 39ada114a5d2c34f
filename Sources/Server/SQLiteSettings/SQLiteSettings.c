#include "SQLiteSettings.h"

#include <sqlite3.h>

int sqliteSettingsCountNoMemory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
