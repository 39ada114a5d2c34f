nil                                                                                                                             

// original-source-range: /work/main/Sources/Shop/AirtimeTerminal/Supplier/HTTPSupplier.swift:51:36-51:46
