nil                                                                                                                             

// original-source-range: /work/main/.build/checkouts/hummingbird/Sources/HummingbirdCore/Request/RequestBody+inboundClose.swift:92:68-92:78
