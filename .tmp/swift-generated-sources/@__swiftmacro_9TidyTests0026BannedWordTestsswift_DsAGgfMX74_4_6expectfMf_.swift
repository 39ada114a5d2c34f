Testing.__checkValue(try Self.occurrences(of: markers) == [],expression: .__fromSyntaxNode("try Self.occurrences(of: markers) == []"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/TidyTests/BannedWordTests.swift:75:5-75:53
