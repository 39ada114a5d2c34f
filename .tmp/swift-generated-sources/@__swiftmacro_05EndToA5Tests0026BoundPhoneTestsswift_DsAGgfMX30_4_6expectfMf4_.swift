Testing.__checkValue(try await first.secondFactor().hasPIN,expression: .__fromSyntaxNode("try await first.secondFactor().hasPIN"),comments: [.__line("// The process before has its own key signed anew, as two commands of one phone do.")],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:31:5-31:51
