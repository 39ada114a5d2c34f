nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests012RegistrationC0V21statesAfterRevocation4TestfMp_.swift:5:178-5:188
