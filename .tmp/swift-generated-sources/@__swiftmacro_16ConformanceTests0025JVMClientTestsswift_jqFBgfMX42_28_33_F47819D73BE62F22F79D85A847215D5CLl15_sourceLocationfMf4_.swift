Testing.SourceLocation.__here()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/JVMClientTests.swift:43:29-43:45
