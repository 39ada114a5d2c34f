nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests011PhoneDeviceC0V9straggler4TestfMp_.swift:4:97-4:107
