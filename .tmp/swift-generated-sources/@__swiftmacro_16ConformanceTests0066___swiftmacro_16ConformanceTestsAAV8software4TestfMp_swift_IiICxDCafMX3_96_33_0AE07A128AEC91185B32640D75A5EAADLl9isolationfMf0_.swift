nil                                                                                                                             

// original-source-range: @__swiftmacro_16ConformanceTestsAAV8software4TestfMp_.swift:4:97-4:107
