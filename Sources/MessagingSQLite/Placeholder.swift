// MessagingSQLite
