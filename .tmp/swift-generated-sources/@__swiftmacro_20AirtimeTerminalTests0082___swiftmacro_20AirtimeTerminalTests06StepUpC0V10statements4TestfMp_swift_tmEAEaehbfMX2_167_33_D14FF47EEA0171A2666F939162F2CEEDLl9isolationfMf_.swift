nil                                                                                                                             

// original-source-range: @__swiftmacro_20AirtimeTerminalTests06StepUpC0V10statements4TestfMp_.swift:3:168-3:178
