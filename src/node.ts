/** `ask-service/node`: folders, graph files and node:http. */
export { readFolder } from './node/pages.ts'
export { findGraph, readGraph } from './node/files.ts'
export { createListener } from './node/listener.ts'
export { startServer, type ListenOptions, type RunningServer, type ServerLimits } from './node/server.ts'
