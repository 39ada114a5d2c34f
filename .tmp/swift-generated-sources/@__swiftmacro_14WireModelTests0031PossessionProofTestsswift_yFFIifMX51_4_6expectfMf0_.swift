Testing.__checkBinaryOperation(resource.accessTokenHash == hash,{ $0 && $1() },resource.method == "GET",expression: .__fromBinaryOperation(.__fromSyntaxNode("resource.accessTokenHash == hash"),"&&",.__fromSyntaxNode(#"resource.method == "GET""#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:52:5-52:74
