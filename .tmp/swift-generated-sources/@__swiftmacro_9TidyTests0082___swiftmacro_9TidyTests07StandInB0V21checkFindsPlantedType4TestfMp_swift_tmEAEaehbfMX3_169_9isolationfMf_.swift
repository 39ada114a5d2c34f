nil                                                                                                                             

// original-source-range: @__swiftmacro_9TidyTests07StandInB0V21checkFindsPlantedType4TestfMp_.swift:4:170-4:180
