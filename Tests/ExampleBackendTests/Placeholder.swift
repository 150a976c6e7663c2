// ExampleBackendTests
