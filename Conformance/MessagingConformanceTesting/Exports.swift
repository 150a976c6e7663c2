// What an adopter's test file names, so that it imports this module alone: the roles that it
// implements, the suite that asks, the framework that runs.
@_exported public import MessagingConformance
@_exported public import MessagingCore
@_exported public import MessagingModel
@_exported public import Testing
