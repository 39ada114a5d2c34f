nil                                                                                                                             

// original-source-range: /work/main/.build/checkouts/hummingbird/Sources/HummingbirdCore/Request/RequestBody+inboundClose.swift:36:53-36:63
