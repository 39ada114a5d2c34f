nil                                                                                                                             

// original-source-range: @__swiftmacro_19CountersignCLITests13PhonePINTestsV15linkingRequired4TestfMp_.swift:5:99-5:109
