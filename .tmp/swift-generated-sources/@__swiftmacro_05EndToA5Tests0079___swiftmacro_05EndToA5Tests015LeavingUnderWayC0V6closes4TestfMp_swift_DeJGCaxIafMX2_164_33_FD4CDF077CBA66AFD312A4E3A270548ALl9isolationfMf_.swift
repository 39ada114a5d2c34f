nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests015LeavingUnderWayC0V6closes4TestfMp_.swift:3:165-3:175
