Testing.__checkBinaryOperation(watching.awaitEnd(),{ $0 == $1() },0,expression: .__fromBinaryOperation(.__fromSyntaxNode("watching.awaitEnd()"),"==",.__fromSyntaxNode("0")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:175:5-175:38
