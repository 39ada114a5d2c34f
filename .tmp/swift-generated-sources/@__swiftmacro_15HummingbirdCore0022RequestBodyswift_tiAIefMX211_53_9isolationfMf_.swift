nil                                                                                                                             

// original-source-range: /work/main/.build/checkouts/hummingbird/Sources/HummingbirdCore/Request/RequestBody.swift:212:54-212:64
