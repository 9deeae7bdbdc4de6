/** What add-ons use of Node: files, folders, the graph file, the listener. */
export { readFolder, type SiteListing, type SiteSource } from './node/content/content-folder.ts'
export { type ConfigFile, findProfileConfig, readConfig } from './node/content/site-config.ts'
export { findSiteRules } from './node/content/site-rules.ts'
export { removeAbandonedFiles, removeEmptyFolders, writeFileAtomically } from './node/files/atomic-write.ts'
export { openRegularFile, readBoundedFile, readConfigFile } from './node/files/regular-file.ts'
export { isFolder, orWriteError } from './node/files/path.ts'
export {
  type FileListing, foldersAround, listFiles, MAX_TEXT_BYTES, readTexts, resolveFolder, WALK_LIMITS,
} from './node/files/walk.ts'
export { readGraphText } from './node/graph/graph-file.ts'
export { isCompressibleType } from './node/server/compression.ts'
export { createListener, type Listener, type ServiceListenerOptions } from './node/server/listener.ts'
