nil                                                                                                                             

// original-source-range: @__swiftmacro_16ConformanceTests011ClientTableB0V5table4TestfMp_.swift:5:99-5:109
