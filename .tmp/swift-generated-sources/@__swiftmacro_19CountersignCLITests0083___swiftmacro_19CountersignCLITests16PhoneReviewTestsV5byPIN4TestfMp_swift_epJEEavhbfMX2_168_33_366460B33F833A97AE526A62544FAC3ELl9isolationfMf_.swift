nil                                                                                                                             

// original-source-range: @__swiftmacro_19CountersignCLITests16PhoneReviewTestsV5byPIN4TestfMp_.swift:3:169-3:179
