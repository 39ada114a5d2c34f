nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignHTTPTests17BoundSessionTestsV10renewedKey4TestfMp_.swift:3:177-3:187
