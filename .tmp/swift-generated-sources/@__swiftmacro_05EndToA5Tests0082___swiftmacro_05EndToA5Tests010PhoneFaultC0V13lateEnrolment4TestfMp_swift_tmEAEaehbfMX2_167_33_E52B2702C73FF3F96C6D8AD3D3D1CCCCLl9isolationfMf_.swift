nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests010PhoneFaultC0V13lateEnrolment4TestfMp_.swift:3:168-3:178
