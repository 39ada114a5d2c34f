nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests012RegistrationC0V29softPromptAfterReinstallation4TestfMp_.swift:5:186-5:196
