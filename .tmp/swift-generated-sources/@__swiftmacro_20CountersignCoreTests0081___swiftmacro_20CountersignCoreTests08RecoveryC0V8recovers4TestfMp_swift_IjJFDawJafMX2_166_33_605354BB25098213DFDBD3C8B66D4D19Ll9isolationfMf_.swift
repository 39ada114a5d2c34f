nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignCoreTests08RecoveryC0V8recovers4TestfMp_.swift:3:167-3:177
