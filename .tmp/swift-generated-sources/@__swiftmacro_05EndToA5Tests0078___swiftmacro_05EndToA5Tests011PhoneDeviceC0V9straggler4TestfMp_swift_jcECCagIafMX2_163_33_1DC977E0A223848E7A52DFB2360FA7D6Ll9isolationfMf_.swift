nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests011PhoneDeviceC0V9straggler4TestfMp_.swift:3:164-3:174
