nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignCoreTests08RecoveryC0V6closes4TestfMp_.swift:4:97-4:107
