nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests011PhoneDeviceC0V7overdue4TestfMp_.swift:3:162-3:172
