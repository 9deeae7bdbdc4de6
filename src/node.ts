/** `ask-service/node`: folders, graph files and node:http. */
export { readFolder } from './node/project/pages.ts'
export { findGraph, readGraph } from './node/files/graph-file.ts'
export { createListener, type ListenerOptions } from './node/server/listener.ts'
export { startServer, type ListenOptions, type RunningServer, type ServerLimits } from './node/server/server.ts'
