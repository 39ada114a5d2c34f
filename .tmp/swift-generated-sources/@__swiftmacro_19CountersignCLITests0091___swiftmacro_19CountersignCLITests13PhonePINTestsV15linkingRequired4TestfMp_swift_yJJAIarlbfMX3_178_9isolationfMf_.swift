nil                                                                                                                             

// original-source-range: @__swiftmacro_19CountersignCLITests13PhonePINTestsV15linkingRequired4TestfMp_.swift:4:179-4:189
