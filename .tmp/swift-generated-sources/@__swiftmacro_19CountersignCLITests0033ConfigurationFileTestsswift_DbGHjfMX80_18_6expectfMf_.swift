Testing.__checkClosureCall(throws: CommandFailure.self,performing: { try configure(text, in: folder) },expression: .__fromSyntaxNode("try configure(text, in: folder)"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:81:19-81:91
