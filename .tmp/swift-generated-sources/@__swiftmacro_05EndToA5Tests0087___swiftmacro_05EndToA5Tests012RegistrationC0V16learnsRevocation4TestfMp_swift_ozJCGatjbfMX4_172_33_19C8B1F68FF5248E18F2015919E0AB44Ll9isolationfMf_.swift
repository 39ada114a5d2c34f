nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests012RegistrationC0V16learnsRevocation4TestfMp_.swift:5:173-5:183
