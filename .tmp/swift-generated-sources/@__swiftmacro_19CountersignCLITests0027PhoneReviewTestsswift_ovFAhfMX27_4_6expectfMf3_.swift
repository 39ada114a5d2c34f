Testing.__checkBinaryOperation(denied.output,{ $0 == $1() },"denied, transaction \(id)\n",expression: .__fromBinaryOperation(.__fromSyntaxNode("denied.output"),"==",.__fromSyntaxNode(#""denied, transaction \(id)\n""#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:28:5-28:60
