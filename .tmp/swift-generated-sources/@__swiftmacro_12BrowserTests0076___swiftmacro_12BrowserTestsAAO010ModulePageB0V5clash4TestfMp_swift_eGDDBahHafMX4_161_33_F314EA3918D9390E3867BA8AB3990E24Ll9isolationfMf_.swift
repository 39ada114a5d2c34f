nil                                                                                                                             

// original-source-range: @__swiftmacro_12BrowserTestsAAO010ModulePageB0V5clash4TestfMp_.swift:5:162-5:172
