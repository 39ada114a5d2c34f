Testing.SourceLocation.__here()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/JVMClientTests.swift:44:29-44:45
