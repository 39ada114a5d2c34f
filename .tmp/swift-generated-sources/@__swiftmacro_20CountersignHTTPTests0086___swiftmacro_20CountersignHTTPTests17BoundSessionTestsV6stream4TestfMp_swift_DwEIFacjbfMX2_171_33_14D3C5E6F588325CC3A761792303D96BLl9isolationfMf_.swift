nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignHTTPTests17BoundSessionTestsV6stream4TestfMp_.swift:3:172-3:182
