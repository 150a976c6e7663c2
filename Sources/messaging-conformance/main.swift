print("messaging-conformance")
