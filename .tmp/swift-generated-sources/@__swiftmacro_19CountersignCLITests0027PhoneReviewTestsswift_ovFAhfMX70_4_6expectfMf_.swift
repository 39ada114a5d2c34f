Testing.__checkBinaryOperation(second.createdAt > first.createdAt,{ $0 && $1() },second.expiresAt < first.expiresAt,expression: .__fromBinaryOperation(.__fromSyntaxNode("second.createdAt > first.createdAt"),"&&",.__fromSyntaxNode("second.expiresAt < first.expiresAt")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:71:5-71:86
