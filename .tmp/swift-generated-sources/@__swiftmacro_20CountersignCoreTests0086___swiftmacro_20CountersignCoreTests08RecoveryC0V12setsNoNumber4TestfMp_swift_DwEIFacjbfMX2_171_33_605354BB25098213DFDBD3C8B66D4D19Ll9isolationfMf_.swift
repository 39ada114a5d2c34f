nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignCoreTests08RecoveryC0V12setsNoNumber4TestfMp_.swift:3:172-3:182
