// MessagingCoreTests
