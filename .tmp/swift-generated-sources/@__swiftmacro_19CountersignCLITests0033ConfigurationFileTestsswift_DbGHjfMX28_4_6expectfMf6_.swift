Testing.__checkBinaryOperation(first.delivery,{ $0 == $1() },.webhook(url: "https://sms.example.com/send", secretFile: "/w"),expression: .__fromBinaryOperation(.__fromSyntaxNode("first.delivery"),"==",.__fromSyntaxNode(#".webhook(url: "https://sms.example.com/send", secretFile: "/w")"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:29:5-29:95
