Testing.__checkBinaryOperation(restarted.transport.calls.filter { !$0.hasSuffix("/second-factor") },{ $0 == $1() },[
        "POST /sessions/options", "POST /sessions/options", "POST /sessions/current/key",
      ],expression: .__fromBinaryOperation(.__fromSyntaxNode(#"restarted.transport.calls.filter { !$0.hasSuffix("/second-factor") }"#),"==",.__fromSyntaxNode(#"[\#n        "POST /sessions/options", "POST /sessions/options", "POST /sessions/current/key",\#n      ]"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:22:5-25:9
