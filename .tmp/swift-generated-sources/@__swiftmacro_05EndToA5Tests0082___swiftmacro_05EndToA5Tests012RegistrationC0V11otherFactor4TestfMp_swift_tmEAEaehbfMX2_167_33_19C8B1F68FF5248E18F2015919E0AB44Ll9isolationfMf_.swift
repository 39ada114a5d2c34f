nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests012RegistrationC0V11otherFactor4TestfMp_.swift:3:168-3:178
