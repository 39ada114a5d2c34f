nil                                                                                                                             

// original-source-range: @__swiftmacro_20AirtimeTerminalTests06StepUpC0V5named4TestfMp_.swift:5:99-5:109
