nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests012RegistrationC0V8staleKey4TestfMp_.swift:4:97-4:107
