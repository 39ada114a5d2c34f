// The description of the server's HTTP interface, within the program. C takes a file in as it is. For
// Swift, SwiftPM would write a literal of 225,000 numbers, which compiles for more than a minute.
#ifndef COUNTERSIGN_INTERFACE_DESCRIPTION_H
#define COUNTERSIGN_INTERFACE_DESCRIPTION_H

#include <stddef.h>
#include <stdint.h>

// OpenAPI 3.1 in YAML, as UTF-8: so many bytes, which stay where they are while the program runs.
const uint8_t *countersign_interface_description(size_t *count);

#endif
