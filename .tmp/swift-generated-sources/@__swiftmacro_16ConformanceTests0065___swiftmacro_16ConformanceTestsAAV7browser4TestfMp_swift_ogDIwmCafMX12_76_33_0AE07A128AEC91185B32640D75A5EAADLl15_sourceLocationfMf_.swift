Testing.SourceLocation.__here()

// original-source-range: @__swiftmacro_16ConformanceTestsAAV7browser4TestfMp_.swift:13:77-13:93
