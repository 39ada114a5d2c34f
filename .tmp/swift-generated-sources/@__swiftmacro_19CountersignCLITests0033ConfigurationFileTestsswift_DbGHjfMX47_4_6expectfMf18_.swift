Testing.__checkBinaryOperation(fourth.delivery,{ $0 == $1() },.smtp(address, .file("/p"), sender: "a@b.c"),expression: .__fromBinaryOperation(.__fromSyntaxNode("fourth.delivery"),"==",.__fromSyntaxNode(#".smtp(address, .file("/p"), sender: "a@b.c")"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:48:5-48:77
