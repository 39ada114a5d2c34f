Testing.__checkBinaryOperation(Self.problems(in: file),{ $0 == $1() },[
        file.problem(1, "MockSupplier is named like a stand-in"),
        file.problem(2, "InMemoryStore is named like a stand-in"),
        file.problem(4, "NavigatorStub is named like a stand-in"),
      ],expression: .__fromBinaryOperation(.__fromSyntaxNode("Self.problems(in: file)"),"==",.__fromSyntaxNode(#"[\#n        file.problem(1, "MockSupplier is named like a stand-in"),\#n        file.problem(2, "InMemoryStore is named like a stand-in"),\#n        file.problem(4, "NavigatorStub is named like a stand-in"),\#n      ]"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/TidyTests/StandInTests.swift:41:5-46:9
