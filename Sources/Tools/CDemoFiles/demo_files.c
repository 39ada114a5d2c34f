#include "demo_files.h"

#include <stddef.h>

// C takes each file in as it is, and a change of one compiles this file again: the compiler writes it
// into the dependencies of the object. #embed is C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define ENTRY(path) path, (const char *)(const unsigned char[]) {
static const char *const files[] = {
  ENTRY("demo/demo.css")
#embed "../ServerCommands/Demo/Page/demo/demo.css" suffix(, 0)
  },
  ENTRY("demo/main.js")
#embed "../ServerCommands/Demo/Page/demo/main.js" suffix(, 0)
  },
  NULL,
};

const char *const *countersign_demo_files(void) { return files; }
