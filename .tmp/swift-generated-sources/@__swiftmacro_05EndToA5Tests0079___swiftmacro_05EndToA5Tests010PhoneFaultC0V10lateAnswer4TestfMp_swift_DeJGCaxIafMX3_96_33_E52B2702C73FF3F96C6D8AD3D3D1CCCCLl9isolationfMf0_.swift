nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests010PhoneFaultC0V10lateAnswer4TestfMp_.swift:4:97-4:107
