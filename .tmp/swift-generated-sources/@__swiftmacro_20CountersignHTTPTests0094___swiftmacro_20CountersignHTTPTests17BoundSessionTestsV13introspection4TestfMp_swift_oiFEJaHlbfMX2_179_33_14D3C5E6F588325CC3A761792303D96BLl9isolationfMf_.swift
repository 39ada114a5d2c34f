nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignHTTPTests17BoundSessionTestsV13introspection4TestfMp_.swift:3:180-3:190
