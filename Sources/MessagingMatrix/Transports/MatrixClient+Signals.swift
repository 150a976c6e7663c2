public import MessagingModel

// Signals of the owner that others see, and that are not stored here.
extension MatrixClient {
  /// Reports to the server how far the owner has read. The sync engine decides when.
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

  /// Reports to the server that the owner is typing, or has stopped. The sync engine decides when.
  ///
  /// - Parameter milliseconds: for how long the report is valid; 0 if the owner has stopped.
  public func setTyping(
    for milliseconds: Int64, in room: ConversationID
  ) async throws(SyncError) {
    var request = MatrixRequest(
      .put, "client", "v3", "rooms", room.description, "typing", account.user.description)
    // Later reports wait for this one.
    request.limit = 5
    request.body = ["typing": .bool(milliseconds > 0), "timeout": .integer(max(0, milliseconds))]
    do throws(MatrixFailure) {
      _ = try await answer(to: request)
    } catch {
      throw SyncError(error)
    }
  }
}
