nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignCoreTests08RecoveryC0V12setsNoNumber4TestfMp_.swift:4:97-4:107
