Testing.SourceLocation.__here()

// original-source-range: @__swiftmacro_16ConformanceTestsAAV3jvm4TestfMp_.swift:13:71-13:87
