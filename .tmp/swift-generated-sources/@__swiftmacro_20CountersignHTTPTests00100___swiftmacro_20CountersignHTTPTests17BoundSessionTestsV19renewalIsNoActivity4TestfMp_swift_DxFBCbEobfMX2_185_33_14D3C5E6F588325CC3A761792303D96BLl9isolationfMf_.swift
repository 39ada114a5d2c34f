nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignHTTPTests17BoundSessionTestsV19renewalIsNoActivity4TestfMp_.swift:3:186-3:196
