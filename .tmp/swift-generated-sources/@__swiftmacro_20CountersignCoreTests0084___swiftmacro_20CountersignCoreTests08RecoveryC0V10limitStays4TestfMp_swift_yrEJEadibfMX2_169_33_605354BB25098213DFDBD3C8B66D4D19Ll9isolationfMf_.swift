nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignCoreTests08RecoveryC0V10limitStays4TestfMp_.swift:3:170-3:180
