Testing.__checkBinaryOperation(first.dataFolder == "/d",{ $0 && $1() },first.keyringFile == "/k",expression: .__fromBinaryOperation(.__fromSyntaxNode(#"first.dataFolder == "/d""#),"&&",.__fromSyntaxNode(#"first.keyringFile == "/k""#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:22:5-22:67
