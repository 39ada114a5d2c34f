nil                                                                                                                             

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:1:27-1:37
