nil                                                                                                                             

// original-source-range: @__swiftmacro_16ConformanceTests09JVMClientB0V6checks4TestfMp_.swift:3:162-3:172
