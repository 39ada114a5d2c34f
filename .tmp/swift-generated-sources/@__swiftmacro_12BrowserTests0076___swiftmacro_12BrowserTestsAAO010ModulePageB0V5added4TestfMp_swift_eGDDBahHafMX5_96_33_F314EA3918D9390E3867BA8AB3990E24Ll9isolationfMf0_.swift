nil                                                                                                                             

// original-source-range: @__swiftmacro_12BrowserTestsAAO010ModulePageB0V5added4TestfMp_.swift:6:97-6:107
