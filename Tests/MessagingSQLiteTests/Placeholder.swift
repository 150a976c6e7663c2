// MessagingSQLiteTests
