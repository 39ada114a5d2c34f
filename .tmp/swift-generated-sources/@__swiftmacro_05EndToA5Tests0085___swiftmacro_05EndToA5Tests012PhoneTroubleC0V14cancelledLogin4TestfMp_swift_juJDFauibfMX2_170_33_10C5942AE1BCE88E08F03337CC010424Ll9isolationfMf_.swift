nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests012PhoneTroubleC0V14cancelledLogin4TestfMp_.swift:3:171-3:181
