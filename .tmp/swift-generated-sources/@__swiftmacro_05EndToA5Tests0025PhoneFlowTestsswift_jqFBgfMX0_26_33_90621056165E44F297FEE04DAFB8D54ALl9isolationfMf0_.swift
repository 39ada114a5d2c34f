nil                                                                                                                             

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:1:27-1:37
