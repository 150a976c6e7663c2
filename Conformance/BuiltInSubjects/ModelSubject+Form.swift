public import MessagingConformance
public import MessagingModel

extension ModelSubject {
  public func rewritten(_ form: [UInt8], as type: FormType) throws(CanonicalError) -> [UInt8] {
    try type.rewritten(form)
  }

  public func sortKey(of position: [UInt8]) throws(CanonicalError) -> [UInt8] {
    try Position(canonical: position).sortKey
  }

  public func messageID(
    derivedFrom remoteID: RemoteID, in conversation: ConversationID
  ) -> String {
    MessageID(derivedFrom: remoteID, in: conversation).description
  }
}
