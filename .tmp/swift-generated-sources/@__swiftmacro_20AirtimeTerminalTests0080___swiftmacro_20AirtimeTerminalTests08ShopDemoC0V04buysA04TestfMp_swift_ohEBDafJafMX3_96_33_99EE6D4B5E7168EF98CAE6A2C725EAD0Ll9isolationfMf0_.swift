nil                                                                                                                             

// original-source-range: @__swiftmacro_20AirtimeTerminalTests08ShopDemoC0V04buysA04TestfMp_.swift:4:97-4:107
