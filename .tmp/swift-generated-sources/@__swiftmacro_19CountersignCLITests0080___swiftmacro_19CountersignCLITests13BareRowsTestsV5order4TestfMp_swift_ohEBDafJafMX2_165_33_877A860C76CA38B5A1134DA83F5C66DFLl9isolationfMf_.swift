nil                                                                                                                             

// original-source-range: @__swiftmacro_19CountersignCLITests13BareRowsTestsV5order4TestfMp_.swift:3:166-3:176
