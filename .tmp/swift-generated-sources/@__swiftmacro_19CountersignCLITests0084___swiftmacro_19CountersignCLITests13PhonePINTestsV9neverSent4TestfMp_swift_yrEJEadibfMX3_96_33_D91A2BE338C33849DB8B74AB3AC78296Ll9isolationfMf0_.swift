nil                                                                                                                             

// original-source-range: @__swiftmacro_19CountersignCLITests13PhonePINTestsV9neverSent4TestfMp_.swift:4:97-4:107
