Testing.__checkBinaryOperation(Set(shown).subtracting(["config", "help", "help-hidden"]),{ $0 == $1() },Set(options),expression: .__fromBinaryOperation(.__fromSyntaxNode(#"Set(shown).subtracting(["config", "help", "help-hidden"])"#),"==",.__fromSyntaxNode("Set(options)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:99:5-99:87
