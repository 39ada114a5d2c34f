Testing.SourceLocation.__here()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/JVMClientTests.swift:45:29-45:45
