nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests011PhoneDeviceC0V13enrolmentAnew4TestfMp_.swift:3:169-3:179
