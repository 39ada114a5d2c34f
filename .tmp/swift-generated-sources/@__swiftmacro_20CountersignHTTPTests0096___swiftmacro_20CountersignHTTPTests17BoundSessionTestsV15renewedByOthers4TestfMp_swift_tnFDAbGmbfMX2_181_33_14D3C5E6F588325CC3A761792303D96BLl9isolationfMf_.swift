nil                                                                                                                             

// original-source-range: @__swiftmacro_20CountersignHTTPTests17BoundSessionTestsV15renewedByOthers4TestfMp_.swift:3:182-3:192
