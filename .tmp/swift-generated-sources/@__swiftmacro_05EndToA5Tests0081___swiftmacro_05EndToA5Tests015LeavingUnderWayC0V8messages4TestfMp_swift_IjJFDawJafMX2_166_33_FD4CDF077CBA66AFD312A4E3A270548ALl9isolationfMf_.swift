nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests015LeavingUnderWayC0V8messages4TestfMp_.swift:3:167-3:177
