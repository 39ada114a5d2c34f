Testing.SourceLocation.__here()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Linking.swift:52:23-52:39
