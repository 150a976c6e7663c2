public import MessagingModel

// What the owner does that others see, and nobody stores here.
extension MatrixClient {
  /// Tells the others how far the owner has read; the sync engine says when.
  public func markAsRead(
    upTo event: RemoteID, in room: ConversationID
  ) async throws(SyncError) {
    var request = MatrixRequest(
      .post, "client", "v3", "rooms", room.description, "receipt", "m.read", event.description)
    request.body = [:]
    do throws(MatrixFailure) {
      _ = try await answer(to: request)
    } catch {
      throw SyncError(error)
    }
  }

  /// Tells the others that the owner is typing, or stopped; the sync engine says when.
  ///
  /// - Parameter milliseconds: for how long it is true; 0 if it is not any more.
  public func setTyping(
    for milliseconds: Int64, in room: ConversationID
  ) async throws(SyncError) {
    var request = MatrixRequest(
      .put, "client", "v3", "rooms", room.description, "typing", account.user.description)
    request.body = ["typing": .bool(milliseconds > 0), "timeout": .integer(max(0, milliseconds))]
    do throws(MatrixFailure) {
      _ = try await answer(to: request)
    } catch {
      throw SyncError(error)
    }
  }
}
