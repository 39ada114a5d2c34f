Testing.__checkBinaryOperation(bought,{ $0 == $1() },[first.transactionID],expression: .__fromBinaryOperation(.__fromSyntaxNode("bought"),"==",.__fromSyntaxNode("[first.transactionID]")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Purchase.swift:50:5-50:45
