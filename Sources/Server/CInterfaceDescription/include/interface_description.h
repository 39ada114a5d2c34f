// The description of the server's HTTP interface, within the program. C takes a file in as it is. For
// Swift, SwiftPM would write a literal of 225,000 numbers, which compiles for more than a minute.
#ifndef COUNTERSIGN_INTERFACE_DESCRIPTION_H
#define COUNTERSIGN_INTERFACE_DESCRIPTION_H

// OpenAPI 3.1 in YAML, as UTF-8 that ends with a zero byte.
const char *countersign_interface_description(void);

#endif
