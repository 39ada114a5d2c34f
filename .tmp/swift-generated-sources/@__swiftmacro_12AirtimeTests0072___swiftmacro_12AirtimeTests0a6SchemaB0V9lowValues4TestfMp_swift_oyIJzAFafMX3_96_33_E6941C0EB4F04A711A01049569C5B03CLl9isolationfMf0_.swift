nil                                                                                                                             

// original-source-range: @__swiftmacro_12AirtimeTests0a6SchemaB0V9lowValues4TestfMp_.swift:4:97-4:107
