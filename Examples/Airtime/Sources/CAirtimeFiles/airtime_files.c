#include "airtime_files.h"

#include <stddef.h>

// C takes each file in as it is, and a change of one compiles this file again: the compiler writes it
// into the dependencies of the object. #embed is C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define ENTRY(path) path, (const char *)(const unsigned char[]) {
static const char *const files[] = {
  ENTRY("airtime/airtime.css")
#embed "../AirtimeServer/Page/airtime/airtime.css" suffix(, 0)
  },
  ENTRY("airtime/calls/topUps.js")
#embed "../AirtimeServer/Page/airtime/calls/topUps.js" suffix(, 0)
  },
  ENTRY("airtime/formats.js")
#embed "../AirtimeServer/Page/airtime/formats.js" suffix(, 0)
  },
  ENTRY("airtime/guilloche.svg")
#embed "../AirtimeServer/Page/airtime/guilloche.svg" suffix(, 0)
  },
  ENTRY("airtime/icons.js")
#embed "../AirtimeServer/Page/airtime/icons.js" suffix(, 0)
  },
  ENTRY("airtime/main.js")
#embed "../AirtimeServer/Page/airtime/main.js" suffix(, 0)
  },
  ENTRY("airtime/parts/buyFields.js")
#embed "../AirtimeServer/Page/airtime/parts/buyFields.js" suffix(, 0)
  },
  ENTRY("airtime/parts/entries.js")
#embed "../AirtimeServer/Page/airtime/parts/entries.js" suffix(, 0)
  },
  ENTRY("airtime/parts/homeTile.js")
#embed "../AirtimeServer/Page/airtime/parts/homeTile.js" suffix(, 0)
  },
  ENTRY("airtime/parts/paymentFrame.js")
#embed "../AirtimeServer/Page/airtime/parts/paymentFrame.js" suffix(, 0)
  },
  ENTRY("airtime/parts/setUpPasskey.js")
#embed "../AirtimeServer/Page/airtime/parts/setUpPasskey.js" suffix(, 0)
  },
  ENTRY("airtime/payment/askChallenge.js")
#embed "../AirtimeServer/Page/airtime/payment/askChallenge.js" suffix(, 0)
  },
  ENTRY("airtime/payment/outcomes.js")
#embed "../AirtimeServer/Page/airtime/payment/outcomes.js" suffix(, 0)
  },
  ENTRY("airtime/payment/pay.js")
#embed "../AirtimeServer/Page/airtime/payment/pay.js" suffix(, 0)
  },
  ENTRY("airtime/payment/payment.js")
#embed "../AirtimeServer/Page/airtime/payment/payment.js" suffix(, 0)
  },
  ENTRY("airtime/payment/unfinishedPurchase.js")
#embed "../AirtimeServer/Page/airtime/payment/unfinishedPurchase.js" suffix(, 0)
  },
  ENTRY("airtime/screens.js")
#embed "../AirtimeServer/Page/airtime/screens.js" suffix(, 0)
  },
  ENTRY("airtime/screens/buy.js")
#embed "../AirtimeServer/Page/airtime/screens/buy.js" suffix(, 0)
  },
  ENTRY("airtime/screens/onPhone.js")
#embed "../AirtimeServer/Page/airtime/screens/onPhone.js" suffix(, 0)
  },
  ENTRY("airtime/screens/outcome.js")
#embed "../AirtimeServer/Page/airtime/screens/outcome.js" suffix(, 0)
  },
  ENTRY("airtime/screens/pastPurchase.js")
#embed "../AirtimeServer/Page/airtime/screens/pastPurchase.js" suffix(, 0)
  },
  ENTRY("airtime/screens/pin.js")
#embed "../AirtimeServer/Page/airtime/screens/pin.js" suffix(, 0)
  },
  ENTRY("airtime/screens/review.js")
#embed "../AirtimeServer/Page/airtime/screens/review.js" suffix(, 0)
  },
  ENTRY("airtime/texts.js")
#embed "../AirtimeServer/Page/airtime/texts.js" suffix(, 0)
  },
  ENTRY("airtime/texts/de.js")
#embed "../AirtimeServer/Page/airtime/texts/de.js" suffix(, 0)
  },
  ENTRY("airtime/texts/en.js")
#embed "../AirtimeServer/Page/airtime/texts/en.js" suffix(, 0)
  },
  NULL,
};

static const unsigned char description[] = {
#embed "../AirtimeServer/openapi.yaml" suffix(, 0)
};

const char *const *airtime_files(void) { return files; }

const char *airtime_interface_description(void) { return (const char *)description; }
