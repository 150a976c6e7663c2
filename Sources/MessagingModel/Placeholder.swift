// MessagingModel
