Testing.__checkBinaryOperation(second.delivery,{ $0 == $1() },.sendmail(program: "/m", sender: "a@b.c"),expression: .__fromBinaryOperation(.__fromSyntaxNode("second.delivery"),"==",.__fromSyntaxNode(#".sendmail(program: "/m", sender: "a@b.c")"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:37:5-37:74
