nil                                                                                                                             

// original-source-range: @__swiftmacro_16ConformanceTests09JVMClientB0V10simpleForm4TestfMp_.swift:4:97-4:107
