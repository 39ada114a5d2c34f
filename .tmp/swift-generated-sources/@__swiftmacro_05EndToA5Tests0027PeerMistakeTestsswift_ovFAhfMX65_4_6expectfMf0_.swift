Testing.__checkBinaryOperation(notices,{ $0 == $1() },[nil, "Wrong code", nil, nil, nil],expression: .__fromBinaryOperation(.__fromSyntaxNode("notices"),"==",.__fromSyntaxNode(#"[nil, "Wrong code", nil, nil, nil]"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:66:5-66:59
