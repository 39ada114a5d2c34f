Testing.SourceLocation.__here()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Repetition.swift:37:23-37:39
