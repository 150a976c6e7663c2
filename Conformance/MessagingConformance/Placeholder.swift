// MessagingConformance
