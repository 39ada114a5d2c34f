nil                                                                                                                             

// original-source-range: @__swiftmacro_19CountersignCLITests13BareRowsTestsV10statements4TestfMp_.swift:3:172-3:182
