Testing.SourceLocation.__here()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/JVMClientTests.swift:37:29-37:45
