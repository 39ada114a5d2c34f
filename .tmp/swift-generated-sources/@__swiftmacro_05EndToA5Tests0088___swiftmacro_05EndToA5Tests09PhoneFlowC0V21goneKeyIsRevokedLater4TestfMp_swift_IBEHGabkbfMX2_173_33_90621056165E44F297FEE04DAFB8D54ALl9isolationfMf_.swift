nil                                                                                                                             

// original-source-range: @__swiftmacro_05EndToA5Tests09PhoneFlowC0V21goneKeyIsRevokedLater4TestfMp_.swift:3:174-3:184
