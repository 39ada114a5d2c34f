Testing.__checkBinaryOperation(approved.output,{ $0 == $1() },"approved, transaction \(first.transactionID)\n",expression: .__fromBinaryOperation(.__fromSyntaxNode("approved.output"),"==",.__fromSyntaxNode(#""approved, transaction \(first.transactionID)\n""#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:73:5-73:81
