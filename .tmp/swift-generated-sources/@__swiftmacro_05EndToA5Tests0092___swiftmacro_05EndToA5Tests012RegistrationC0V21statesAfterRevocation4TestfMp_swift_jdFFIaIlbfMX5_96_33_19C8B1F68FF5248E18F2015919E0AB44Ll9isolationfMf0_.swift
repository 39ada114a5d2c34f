nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests012RegistrationC0V21statesAfterRevocation4TestfMp_.swift:6:97-6:107
