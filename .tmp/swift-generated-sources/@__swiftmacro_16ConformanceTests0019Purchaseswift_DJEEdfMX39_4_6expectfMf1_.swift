Testing.__checkValue(isLinked,expression: .__fromSyntaxNode("isLinked"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Purchase.swift:40:5-40:22
