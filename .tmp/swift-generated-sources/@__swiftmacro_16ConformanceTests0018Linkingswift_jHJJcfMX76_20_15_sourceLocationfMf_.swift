Testing.SourceLocation.__here()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Linking.swift:77:21-77:37
