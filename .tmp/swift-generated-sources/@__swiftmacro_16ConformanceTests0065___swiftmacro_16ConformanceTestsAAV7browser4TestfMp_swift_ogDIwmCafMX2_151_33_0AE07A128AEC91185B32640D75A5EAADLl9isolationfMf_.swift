nil                                                                                                                             

// original-source-range: @__swiftmacro_16ConformanceTestsAAV7browser4TestfMp_.swift:3:152-3:162
