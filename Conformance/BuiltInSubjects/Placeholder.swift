// BuiltInSubjects
