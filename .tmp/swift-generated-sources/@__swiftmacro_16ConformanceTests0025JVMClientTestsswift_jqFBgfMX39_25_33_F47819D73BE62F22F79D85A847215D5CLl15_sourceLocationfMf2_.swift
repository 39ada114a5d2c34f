Testing.SourceLocation.__here()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/JVMClientTests.swift:40:26-40:42
