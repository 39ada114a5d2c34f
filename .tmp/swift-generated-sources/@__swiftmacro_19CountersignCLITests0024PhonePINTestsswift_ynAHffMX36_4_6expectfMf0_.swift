Testing.__checkBinaryOperation(failure.hint?.contains("register"),{ $0 == $1() },true,expression: .__fromBinaryOperation(.__fromSyntaxNode(#"failure.hint?.contains("register")"#),"==",.__fromSyntaxNode("true")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhonePINTests.swift:37:5-37:56
