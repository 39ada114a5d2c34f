Testing.__checkBinaryOperation(failure.hint?.contains("add-biometrics"),{ $0 == $1() },true,expression: .__fromBinaryOperation(.__fromSyntaxNode(#"failure.hint?.contains("add-biometrics")"#),"==",.__fromSyntaxNode("true")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhonePINTests.swift:36:5-36:62
