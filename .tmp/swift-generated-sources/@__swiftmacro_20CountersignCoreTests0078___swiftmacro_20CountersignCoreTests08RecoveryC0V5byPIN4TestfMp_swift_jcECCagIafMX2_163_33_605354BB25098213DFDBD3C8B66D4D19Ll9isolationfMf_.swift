nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignCoreTests08RecoveryC0V5byPIN4TestfMp_.swift:3:164-3:174
