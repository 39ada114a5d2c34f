nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests011PeerMistakeC0V14resendInFlight4TestfMp_.swift:3:170-3:180
