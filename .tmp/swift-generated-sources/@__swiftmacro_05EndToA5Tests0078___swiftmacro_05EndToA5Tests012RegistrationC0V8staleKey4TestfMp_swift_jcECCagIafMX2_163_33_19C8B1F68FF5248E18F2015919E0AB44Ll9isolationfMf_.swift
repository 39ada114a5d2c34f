nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests012RegistrationC0V8staleKey4TestfMp_.swift:3:164-3:174
