nil                                                                                                                             

// original-source-range: /work/main/.build/checkouts/hummingbird/Sources/HummingbirdCore/Request/RequestBody+inboundClose.swift:113:52-113:62
