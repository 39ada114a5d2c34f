nil                                                                                                                             

// original-source-range: @__swiftmacro_12AirtimeTests0a6SchemaB0V6lookup4TestfMp_.swift:3:156-3:166
