Testing.__checkClosureCall(throws: CommandFailure.self,performing: { try configure(Self.third, in: folder) },expression: .__fromSyntaxNode("try configure(Self.third, in: folder)"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:43:19-43:97
