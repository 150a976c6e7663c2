public import MessagingCore
public import MessagingModel

/// Something that makes rows of snapshots, under test: the area ROWS.
public protocol RowsSubject: ConformanceSubject {
  /// What makes the rows; asked once for each case.
  func timelineBuilding() -> any TimelineBuilding
}

/// A difference of two lists of rows, under test: the area DIFF.
///
///     struct MyDiff: DiffSubject {
///       let name = "MyDiff"
///       func timelineDiffing() -> any TimelineDiffing { MyListDiff() }
///     }
public protocol DiffSubject: ConformanceSubject {
  /// What tells the difference; asked once for each case.
  func timelineDiffing() -> any TimelineDiffing
}

/// A model that keeps what is read in its place, under test: the area SCROLL.
public protocol ScrollSubject: ConformanceSubject {
  /// A list of which nothing is known yet; asked at each opening of a conversation.
  func scrollAnchoring(_ options: ScrollOptions) -> any ScrollAnchoring
}

/// Something that decides which stretch of a conversation is shown, under test: the area WINDOW.
///
///     struct MyPaging: WindowSubject {
///       let name = "MyPaging"
///       func listWindow(_ options: WindowOptions) -> any ListWindowing { MyWindow(options) }
///     }
public protocol WindowSubject: ConformanceSubject {
  /// A window that is not open yet; asked at each opening of a conversation.
  func listWindow(_ options: WindowOptions) -> any ListWindowing
}
