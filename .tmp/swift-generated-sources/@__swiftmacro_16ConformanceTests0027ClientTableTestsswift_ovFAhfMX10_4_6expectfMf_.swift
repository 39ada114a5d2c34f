Testing.__checkBinaryOperation(rows,{ $0 == $1() },ConformanceCase.allCases.map(Self.row),expression: .__fromBinaryOperation(.__fromSyntaxNode("rows"),"==",.__fromSyntaxNode("ConformanceCase.allCases.map(Self.row)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/ClientTableTests.swift:11:5-11:60
