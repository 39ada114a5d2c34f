nil                                                                                                                             

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:1:27-1:37
