nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignCoreTests08RecoveryC0V6closes4TestfMp_.swift:3:165-3:175
