// The demo's part of the web page within the program, as CPageFiles has the page.
#ifndef COUNTERSIGN_DEMO_FILES_H
#define COUNTERSIGN_DEMO_FILES_H

// A path and a content for each file, in turns, then NULL.
const char *const *countersign_demo_files(void);

#endif
