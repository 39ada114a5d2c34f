Testing.SourceLocation.__here()

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:39:19-39:35
