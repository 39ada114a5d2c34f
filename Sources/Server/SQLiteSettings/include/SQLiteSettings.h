#ifndef SQLITE_SETTINGS_H
#define SQLITE_SETTINGS_H

/// Has SQLite count no memory: the counter is one lock for every allocation of every connection,
/// and nobody reads it.
///
/// To be called before anything else of SQLite. It is here because Swift cannot call a function
/// that takes any number of arguments.
///
/// Returns SQLite's result code.
int sqliteSettingsCountNoMemory(void);

#endif
