Testing.__checkBinaryOperation(approved.output,{ $0 == $1() },"approved, transaction \(other)\n",expression: .__fromBinaryOperation(.__fromSyntaxNode("approved.output"),"==",.__fromSyntaxNode(#""approved, transaction \(other)\n""#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:35:5-35:67
