nil                                                                                                                             

// original-source-range: @__swiftmacro_16ConformanceTests09JVMClientB0V10simpleForm4TestfMp_.swift:3:167-3:177
