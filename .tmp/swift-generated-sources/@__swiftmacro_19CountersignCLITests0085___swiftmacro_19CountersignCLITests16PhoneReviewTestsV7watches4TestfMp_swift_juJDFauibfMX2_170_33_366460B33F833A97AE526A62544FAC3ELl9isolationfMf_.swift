nil                                                                                                                             

// original-source-range: @__swiftmacro_19CountersignCLITests16PhoneReviewTestsV7watches4TestfMp_.swift:3:171-3:181
