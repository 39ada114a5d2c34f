nil                                                                                                                             

// original-source-range: @__swiftmacro_19CountersignCLITests16PhoneReviewTestsV11codeMissing4TestfMp_.swift:3:176-3:186
