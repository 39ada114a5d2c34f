Testing.__checkClosureCall(throws: ClientError.self,performing: {
      try await connection.openSession(codeRequest: request.codeRequest, code: code)
    },expression: .__fromSyntaxNode("{\n      try await connection.openSession(codeRequest: request.codeRequest, code: code)\n    }"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:100:11-102:6
