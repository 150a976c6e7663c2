// MessagingConformanceTesting
