Testing.__checkBinaryOperation(first.relyingPartyID.text == "example.com",{ $0 && $1() },first.relyingPartyName == "Example",expression: .__fromBinaryOperation(.__fromSyntaxNode(#"first.relyingPartyID.text == "example.com""#),"&&",.__fromSyntaxNode(#"first.relyingPartyName == "Example""#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:26:5-26:95
