// ConformanceEngineTests
