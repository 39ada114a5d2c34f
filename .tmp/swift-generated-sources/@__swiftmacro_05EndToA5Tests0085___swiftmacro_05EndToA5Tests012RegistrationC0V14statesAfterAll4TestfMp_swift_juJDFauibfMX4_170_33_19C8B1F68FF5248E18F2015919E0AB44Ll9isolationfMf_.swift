nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests012RegistrationC0V14statesAfterAll4TestfMp_.swift:5:171-5:181
