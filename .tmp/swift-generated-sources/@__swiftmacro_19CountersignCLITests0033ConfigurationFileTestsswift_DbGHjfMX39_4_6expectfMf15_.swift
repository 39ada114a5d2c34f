Testing.__checkBinaryOperation(second.scenarios.declared.isEmpty,{ $0 && $1() },second.sessionLifetimeSeconds == 43_200,expression: .__fromBinaryOperation(.__fromSyntaxNode("second.scenarios.declared.isEmpty"),"&&",.__fromSyntaxNode("second.sessionLifetimeSeconds == 43_200")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:40:5-40:90
