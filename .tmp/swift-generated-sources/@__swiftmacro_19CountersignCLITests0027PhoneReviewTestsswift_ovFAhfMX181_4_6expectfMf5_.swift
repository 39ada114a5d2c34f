Testing.__checkBinaryOperation(left.end(by: SIGINT),{ $0 == $1() },0,expression: .__fromBinaryOperation(.__fromSyntaxNode("left.end(by: SIGINT)"),"==",.__fromSyntaxNode("0")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:182:5-182:39
