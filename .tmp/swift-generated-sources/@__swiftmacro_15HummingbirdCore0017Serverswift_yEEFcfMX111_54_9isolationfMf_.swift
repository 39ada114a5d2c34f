nil                                                                                                                             

// original-source-range: /work/main/.build/checkouts/hummingbird/Sources/HummingbirdCore/Server/Server.swift:112:55-112:65
