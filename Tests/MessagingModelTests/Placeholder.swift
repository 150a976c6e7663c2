// MessagingModelTests
