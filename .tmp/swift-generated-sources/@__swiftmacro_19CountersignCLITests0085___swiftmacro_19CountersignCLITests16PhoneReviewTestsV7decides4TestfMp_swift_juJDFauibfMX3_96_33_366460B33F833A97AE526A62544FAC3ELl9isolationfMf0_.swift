nil                                                                                                                             

// original-source-range: @__swiftmacro_19CountersignCLITests16PhoneReviewTestsV7decides4TestfMp_.swift:4:97-4:107
