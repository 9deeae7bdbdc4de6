/** `ask-service/node`: folders, graph files and node:http. */
export { readFolder } from './node/content/content-folder.ts'
export { openBudgetFile, type BudgetFile, type BudgetFileOptions } from './node/files/budget-file.ts'
export { openQuestionLog, type QuestionLogFile, type QuestionLogFileOptions } from './node/files/question-log.ts'
export { findGraph, readGraph } from './node/graph/graph-file.ts'
export { createListener, type ListenerOptions, type MarkdownOptions } from './node/server/listener.ts'
export type { Observation, Observe, ObservedRequest } from './node/server/observer.ts'
export { startServer, type ListenOptions, type RunningServer, type ServerLimits } from './node/server/server.ts'
