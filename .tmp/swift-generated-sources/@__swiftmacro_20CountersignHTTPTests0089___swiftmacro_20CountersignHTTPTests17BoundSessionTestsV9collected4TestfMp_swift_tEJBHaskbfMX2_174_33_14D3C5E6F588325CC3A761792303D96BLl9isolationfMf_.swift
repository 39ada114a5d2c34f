nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignHTTPTests17BoundSessionTestsV9collected4TestfMp_.swift:3:175-3:185
