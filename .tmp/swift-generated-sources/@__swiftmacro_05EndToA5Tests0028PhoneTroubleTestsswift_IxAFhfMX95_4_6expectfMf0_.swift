Testing.__checkBinaryOperation(found.last?.earlierOperation,{ $0 != $1() },nil,expression: .__fromBinaryOperation(.__fromSyntaxNode("found.last?.earlierOperation"),"!=",.__fromSyntaxNode("nil")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneTroubleTests.swift:96:5-96:49
