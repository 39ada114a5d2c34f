nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests012RegistrationC0V10fourStates4TestfMp_.swift:3:167-3:177
