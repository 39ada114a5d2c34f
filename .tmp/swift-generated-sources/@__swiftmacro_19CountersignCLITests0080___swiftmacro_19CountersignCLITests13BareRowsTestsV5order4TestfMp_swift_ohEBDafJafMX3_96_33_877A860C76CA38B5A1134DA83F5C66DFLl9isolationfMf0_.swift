nil                                                                                                                             

// original-source-range: @__swiftmacro_19CountersignCLITests13BareRowsTestsV5order4TestfMp_.swift:4:97-4:107
