/** `ask-service/node`: folders, graph files and node:http. */
export { readFolder } from './core/node/content/content-folder.ts'
export { openBudgetFile, type BudgetFile, type BudgetFileOptions } from './core/node/files/budget-file.ts'
export { openQuestionLog, type QuestionLogFile, type QuestionLogFileOptions } from './core/node/files/question-log.ts'
export { findGraph, readGraph } from './core/node/graph/graph-file.ts'
export { createListener, type ListenerOptions, type MarkdownOptions } from './addons/reader/node/listener.ts'
export type {
  Listener, Observation, Observe, ObservedRequest, ServiceListenerOptions,
} from './core/node/server/listener.ts'
export { startServer, type ListenOptions, type RunningServer, type ServerLimits } from './core/node/server/server.ts'
