nil                                                                                                                             

// original-source-range: @__swiftmacro_20AirtimeTerminalTests06StepUpC0V5order4TestfMp_.swift:4:97-4:107
