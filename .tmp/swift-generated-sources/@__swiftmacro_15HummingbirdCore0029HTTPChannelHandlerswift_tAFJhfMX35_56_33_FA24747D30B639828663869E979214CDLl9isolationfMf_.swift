nil                                                                                                                             

// original-source-range: /work/main/.build/checkouts/hummingbird/Sources/HummingbirdCore/Server/HTTP/HTTPChannelHandler.swift:36:57-36:67
