Testing.__checkBinaryOperation(approved.errors.components(separatedBy: text).count,{ $0 == $1() },2,expression: .__fromBinaryOperation(.__fromSyntaxNode("approved.errors.components(separatedBy: text).count"),"==",.__fromSyntaxNode("2")),comments: ["\(approved.errors)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:52:7-52:94
