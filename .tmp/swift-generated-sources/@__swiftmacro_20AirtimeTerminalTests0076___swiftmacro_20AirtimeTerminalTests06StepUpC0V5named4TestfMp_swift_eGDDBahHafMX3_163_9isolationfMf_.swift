nil                                                                                                                             

// original-source-range: @__swiftmacro_20AirtimeTerminalTests06StepUpC0V5named4TestfMp_.swift:4:164-4:174
