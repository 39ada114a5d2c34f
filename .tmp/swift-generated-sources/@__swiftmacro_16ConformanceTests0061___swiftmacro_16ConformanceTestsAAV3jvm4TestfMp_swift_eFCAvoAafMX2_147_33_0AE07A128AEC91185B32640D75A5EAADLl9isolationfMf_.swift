nil                                                                                                                             

// original-source-range: @__swiftmacro_16ConformanceTestsAAV3jvm4TestfMp_.swift:3:148-3:158
