nil                                                                                                                             

// original-source-range: /work/main/Sources/Shop/AirtimeTerminal/Supplier/HTTPSupplier.swift:63:46-63:56
