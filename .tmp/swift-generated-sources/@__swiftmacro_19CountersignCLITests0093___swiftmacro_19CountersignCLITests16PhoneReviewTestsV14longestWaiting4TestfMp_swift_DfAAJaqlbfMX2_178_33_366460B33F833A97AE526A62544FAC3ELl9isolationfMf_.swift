nil                                                                                                                             

// original-source-range: @__swiftmacro_19CountersignCLITests16PhoneReviewTestsV14longestWaiting4TestfMp_.swift:3:179-3:189
