// MessagingCore
