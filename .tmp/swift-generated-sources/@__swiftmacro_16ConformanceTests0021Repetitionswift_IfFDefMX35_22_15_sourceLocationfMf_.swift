Testing.SourceLocation.__here()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Repetition.swift:36:23-36:39
