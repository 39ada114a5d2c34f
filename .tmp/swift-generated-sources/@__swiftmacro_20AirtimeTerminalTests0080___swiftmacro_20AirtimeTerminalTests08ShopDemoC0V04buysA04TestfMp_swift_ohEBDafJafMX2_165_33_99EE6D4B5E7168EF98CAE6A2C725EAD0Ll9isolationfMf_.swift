nil                                                                                                                             

// original-source-range: @__swiftmacro_20AirtimeTerminalTests08ShopDemoC0V04buysA04TestfMp_.swift:3:166-3:176
