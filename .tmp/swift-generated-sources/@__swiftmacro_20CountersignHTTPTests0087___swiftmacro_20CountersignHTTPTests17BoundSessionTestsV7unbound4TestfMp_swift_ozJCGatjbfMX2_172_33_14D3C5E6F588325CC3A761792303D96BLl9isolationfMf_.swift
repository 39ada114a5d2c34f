nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignHTTPTests17BoundSessionTestsV7unbound4TestfMp_.swift:3:173-3:183
