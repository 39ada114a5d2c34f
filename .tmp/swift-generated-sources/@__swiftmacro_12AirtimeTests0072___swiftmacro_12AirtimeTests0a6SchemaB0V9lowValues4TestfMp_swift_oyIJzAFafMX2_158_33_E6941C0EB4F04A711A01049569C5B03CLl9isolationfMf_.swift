nil                                                                                                                             

// original-source-range: @__swiftmacro_12AirtimeTests0a6SchemaB0V9lowValues4TestfMp_.swift:3:159-3:169
