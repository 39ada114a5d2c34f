nil                                                                                                                             

// original-source-range: @__swiftmacro_20AirtimeTerminalTests06StepUpC0V5order4TestfMp_.swift:3:162-3:172
