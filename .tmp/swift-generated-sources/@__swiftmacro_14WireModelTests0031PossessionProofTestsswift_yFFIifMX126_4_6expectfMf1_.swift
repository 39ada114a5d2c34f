Testing.__checkBinaryOperation(KeyThumbprint(text.replacing("_", with: "/")),{ $0 == $1() },nil,expression: .__fromBinaryOperation(.__fromSyntaxNode(#"KeyThumbprint(text.replacing("_", with: "/"))"#),"==",.__fromSyntaxNode("nil")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:127:5-127:66
