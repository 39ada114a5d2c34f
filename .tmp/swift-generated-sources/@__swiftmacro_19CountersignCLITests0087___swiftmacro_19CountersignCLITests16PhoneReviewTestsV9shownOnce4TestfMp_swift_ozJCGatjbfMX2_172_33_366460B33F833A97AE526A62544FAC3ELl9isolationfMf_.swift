nil                                                                                                                             

// original-source-range: @__swiftmacro_19CountersignCLITests16PhoneReviewTestsV9shownOnce4TestfMp_.swift:3:173-3:183
