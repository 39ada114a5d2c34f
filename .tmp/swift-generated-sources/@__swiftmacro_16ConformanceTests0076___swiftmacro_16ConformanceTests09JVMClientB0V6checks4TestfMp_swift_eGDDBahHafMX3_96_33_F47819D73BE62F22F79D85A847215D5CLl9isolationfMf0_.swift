nil                                                                                                                             

// original-source-range: @__swiftmacro_16ConformanceTests09JVMClientB0V6checks4TestfMp_.swift:4:97-4:107
