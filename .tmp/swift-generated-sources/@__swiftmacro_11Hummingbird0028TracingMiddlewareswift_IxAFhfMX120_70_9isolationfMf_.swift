nil                                                                                                                             

// original-source-range: /work/main/.build/checkouts/hummingbird/Sources/Hummingbird/Middleware/TracingMiddleware.swift:121:71-121:81
