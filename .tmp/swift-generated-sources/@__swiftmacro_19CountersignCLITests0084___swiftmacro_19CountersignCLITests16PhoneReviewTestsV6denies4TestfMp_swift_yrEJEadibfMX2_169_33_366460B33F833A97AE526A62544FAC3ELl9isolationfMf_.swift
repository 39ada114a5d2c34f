nil                                                                                                                             

// original-source-range: @__swiftmacro_19CountersignCLITests16PhoneReviewTestsV6denies4TestfMp_.swift:3:170-3:180
