nil                                                                                                                             

// original-source-range: @__swiftmacro_19CountersignCLITests22ConfigurationFileTestsV5wrong4TestfMp_.swift:4:177-4:187
