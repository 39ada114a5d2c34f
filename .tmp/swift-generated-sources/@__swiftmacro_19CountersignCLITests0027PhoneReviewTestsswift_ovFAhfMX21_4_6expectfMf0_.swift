Testing.__checkBinaryOperation(unasked.errors.contains("cancelled"),{ $0 && $1() },unasked.errors.contains("hint: "),expression: .__fromBinaryOperation(.__fromSyntaxNode(#"unasked.errors.contains("cancelled")"#),"&&",.__fromSyntaxNode(#"unasked.errors.contains("hint: ")"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:22:5-22:87
