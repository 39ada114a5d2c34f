nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignHTTPTests17BoundSessionTestsV19renewalIsNoActivity4TestfMp_.swift:4:97-4:107
