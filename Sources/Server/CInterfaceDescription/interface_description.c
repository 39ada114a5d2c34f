#include "interface_description.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char description[] = {
#embed "../CountersignHTTP/openapi.yaml" suffix(, 0)
};

const char *countersign_interface_description(void) { return (const char *)description; }
