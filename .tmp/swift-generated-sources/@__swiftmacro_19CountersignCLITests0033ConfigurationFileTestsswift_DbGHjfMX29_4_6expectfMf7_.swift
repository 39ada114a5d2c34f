Testing.__checkBinaryOperation(first.eventURL == "https://shop.example.com/hook",{ $0 && $1() },first.eventSecretFile == "/e",expression: .__fromBinaryOperation(.__fromSyntaxNode(#"first.eventURL == "https://shop.example.com/hook""#),"&&",.__fromSyntaxNode(#"first.eventSecretFile == "/e""#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:30:5-30:96
