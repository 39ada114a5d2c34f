// The web page within the program, so that one file can be carried anywhere. For Swift, SwiftPM would
// write a literal of half a million numbers, which compiles for most of a minute.
#ifndef COUNTERSIGN_PAGE_FILES_H
#define COUNTERSIGN_PAGE_FILES_H

// A path and a content for each file, in turns, then NULL. All are texts in UTF-8 and end with a zero
// byte.
const char *const *countersign_page_files(void);

// The document that loads the files.
const char *countersign_page_document(void);

#endif
