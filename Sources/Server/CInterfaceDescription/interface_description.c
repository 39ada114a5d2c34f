#include "interface_description.h"

static const uint8_t description[] = {
#embed "../CountersignHTTP/openapi.yaml"
};

const uint8_t *countersign_interface_description(size_t *count) {
  *count = sizeof description;
  return description;
}
