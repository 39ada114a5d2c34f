Testing.SourceLocation.__here()

// original-source-range: @__swiftmacro_16ConformanceTests09JVMClientB05SuitefMp_.swift:5:64-5:80
