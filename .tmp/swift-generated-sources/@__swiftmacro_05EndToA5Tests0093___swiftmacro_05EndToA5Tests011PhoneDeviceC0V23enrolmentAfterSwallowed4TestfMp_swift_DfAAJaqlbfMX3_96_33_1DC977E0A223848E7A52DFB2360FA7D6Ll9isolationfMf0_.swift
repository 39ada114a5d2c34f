nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests011PhoneDeviceC0V23enrolmentAfterSwallowed4TestfMp_.swift:4:97-4:107
