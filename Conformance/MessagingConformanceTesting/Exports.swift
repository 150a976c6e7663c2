// Everything that an adopter's test file needs, so that it imports only this module: the roles that
// it implements, the suite, and the test framework.
@_exported public import MessagingConformance
@_exported public import MessagingCore
@_exported public import MessagingModel
@_exported public import Testing
