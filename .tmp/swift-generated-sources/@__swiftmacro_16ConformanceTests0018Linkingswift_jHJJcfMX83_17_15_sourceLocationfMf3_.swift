Testing.SourceLocation.__here()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Linking.swift:84:18-84:34
