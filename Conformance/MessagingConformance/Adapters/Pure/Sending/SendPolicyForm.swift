internal import MessagingModel

/// How sending behaves, as adapters write it.
struct SendPolicyForm: CanonicalCodable {
  let policy: SendPolicy

  init(_ policy: SendPolicy) { self.policy = policy }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.word("afterFailure", policy.afterFailure)
      writer.word("duringUpload", policy.duringUpload)
      writer.field("requestLimit", policy.requestLimit)
      writer.field("uploadLimit", policy.uploadLimit)
      writer.field("firstDelay", policy.retry.firstDelay)
      writer.field("longestDelay", policy.retry.longestDelay)
      writer.field("longestOrder", policy.retry.longestOrder)
      writer.number("jitter", policy.retry.jitter)
      writer.field("ageLimit", policy.retry.ageLimit)
      writer.field("transientCodes", policy.retry.transientCodes.sorted())
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    policy = try reader.object { reader throws(CanonicalError) in
      var policy = SendPolicy()
      policy.afterFailure = try reader.word("afterFailure", of: [.block, .skip])
      policy.duringUpload = try reader.word("duringUpload", of: [.wait, .overtake])
      policy.requestLimit = try reader.optional("requestLimit")
      policy.uploadLimit = try reader.optional("uploadLimit")
      policy.retry.firstDelay = try reader.field("firstDelay")
      policy.retry.longestDelay = try reader.field("longestDelay")
      policy.retry.longestOrder = try reader.field("longestOrder")
      policy.retry.jitter = try reader.number("jitter")
      policy.retry.ageLimit = try reader.optional("ageLimit")
      policy.retry.transientCodes = Set(try reader.list("transientCodes"))
      return policy
    }
  }
}
