Testing.__checkValue(try Self.seamNames().subtracting(Self.adapters.keys) == [],expression: .__fromSyntaxNode("try Self.seamNames().subtracting(Self.adapters.keys) == []"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/TidyTests/StandInTests.swift:28:5-28:72
