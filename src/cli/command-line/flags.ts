/**
 * Flags that more than one command has.
 */
import type { ContentSettings } from '../../content/settings.ts'
import { resolveContent } from '../../settings.ts'
import type { Arguments, Flag } from './arguments.ts'

/** Where the graph is when nobody says otherwise. */
export const DEFAULT_GRAPH_PATH = '.service/kg.json'

/** Base path of the routes when nobody says otherwise. */
export const DEFAULT_ENDPOINT = '/api/ask'

export const JSON_FLAG: Flag = { name: 'json', value: null, help: 'Print JSON and nothing else' }

export const KG_PATH_FLAG: Flag = { name: 'kg-path', value: 'FILE', help: `Graph file (default ${DEFAULT_GRAPH_PATH})` }

/** How content becomes pages. */
export const CONTENT_FLAGS: readonly Flag[] = [
  { name: 'base', value: 'PATH', help: 'Prefix of every link (default /)' },
  { name: 'no-trailing-slash', value: null, help: 'Links to pages do not end in /' },
]

/** What a command reads its knowledge from. */
export const SOURCE_FLAGS: readonly Flag[] = [
  { name: 'endpoint', value: 'URL', help: 'Read from a deployed service' },
  KG_PATH_FLAG,
  { name: 'content', value: 'DIR', help: 'Read a folder of Markdown, MDX or built HTML' },
  ...CONTENT_FLAGS,
]

/** The settings that `CONTENT_FLAGS` name. */
export function contentSettings(args: Arguments): ContentSettings {
  const base = args.text('base')
  return resolveContent({ ...(base === null ? {} : { base }), trailingSlash: !args.has('no-trailing-slash') })
}
