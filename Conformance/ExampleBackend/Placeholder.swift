// ExampleBackend
