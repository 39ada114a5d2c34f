nil                                                                                                                             

// original-source-range: @__swiftmacro_19CountersignCLITests13PhonePINTestsV9neverSent4TestfMp_.swift:3:170-3:180
