nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests08CodeFlowC0V6resent4TestfMp_.swift:3:157-3:167
