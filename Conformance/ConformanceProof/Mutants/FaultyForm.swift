internal import MessagingConformance
internal import MessagingModel

/// A reader and writer of the canonical form with a fault in one of its three parts.
package struct FaultyForm: Sendable {
  typealias Rewrite = @Sendable ([UInt8], FormType) throws(CanonicalError) -> [UInt8]

  var rewritten: Rewrite = { form, type throws(CanonicalError) in try type.rewritten(form) }
  var sortKey: @Sendable ([UInt8]) throws(CanonicalError) -> [UInt8] = {
    form throws(CanonicalError) in try Position(canonical: form).sortKey
  }
  var messageID: @Sendable (RemoteID, ConversationID) -> String = {
    MessageID(derivedFrom: $0, in: $1).description
  }

  /// What is refused is read all the same if the form is `mended` first; the mended form, or what
  /// was read, is what is written.
  ///
  /// - Parameter mended: the forms that it might have been.
  static func lenient(_ mended: @escaping @Sendable ([UInt8]) -> [[UInt8]]) -> FaultyForm {
    FaultyForm(rewritten: { form, type throws(CanonicalError) in
      do throws(CanonicalError) {
        return try type.rewritten(form)
      } catch {
        for other in mended(form) {
          if let written = try? type.rewritten(other) { return written }
        }
        throw error
      }
    })
  }

  /// What is written is another text.
  static func writing(_ change: @escaping @Sendable (String) -> String) -> FaultyForm {
    FaultyForm(rewritten: { form, type throws(CanonicalError) in
      let written = try type.rewritten(form)
      return Array(change(String(decoding: written, as: UTF8.self)).utf8)
    })
  }

  /// What is said of a mistake is something else.
  static func failing(
    _ change: @escaping @Sendable (CanonicalError, [UInt8]) -> CanonicalError
  ) -> FaultyForm {
    FaultyForm(rewritten: { form, type throws(CanonicalError) in
      do throws(CanonicalError) {
        return try type.rewritten(form)
      } catch {
        throw change(error, form)
      }
    })
  }
}
