nil                                                                                                                             

// original-source-range: @__swiftmacro_16ConformanceTestsAAV8software4TestfMp_.swift:3:153-3:163
