nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests010PhoneFaultC0V15faultyEnrolment4TestfMp_.swift:3:170-3:180
