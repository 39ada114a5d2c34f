nil                                                                                                                             

// original-source-range: @__swiftmacro_19CountersignCLITests16PhoneReviewTestsV11nobodyThere4TestfMp_.swift:4:97-4:107
