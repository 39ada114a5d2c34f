// The shop's part of the web page, and of the description of the HTTP interface, within the program.
#ifndef AIRTIME_FILES_H
#define AIRTIME_FILES_H

// A path and a content for each file, in turns, then NULL. All are texts in UTF-8 and end with a zero
// byte.
const char *const *airtime_files(void);

// OpenAPI 3.1 in YAML.
const char *airtime_interface_description(void);

#endif
