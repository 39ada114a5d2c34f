nil                                                                                                                             

// original-source-range: @__swiftmacro_19CountersignCLITests22ConfigurationFileTestsV5right4TestfMp_.swift:5:99-5:109
