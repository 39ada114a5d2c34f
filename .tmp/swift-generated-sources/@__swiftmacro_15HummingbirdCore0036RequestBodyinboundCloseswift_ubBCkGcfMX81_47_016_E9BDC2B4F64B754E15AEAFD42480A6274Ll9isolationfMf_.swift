nil                                                                                                                             

// original-source-range: /work/main/.build/checkouts/hummingbird/Sources/HummingbirdCore/Request/RequestBody+inboundClose.swift:82:48-82:58
