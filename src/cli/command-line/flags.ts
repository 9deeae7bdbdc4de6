/** Every flag of the command line, for parsing and help; the help adds range and default to each line. */
import { MAX_RESULT_BYTES } from '../../core/mcp/tools/render.ts'
import { RANK_DEPTH } from '../../core/search/evaluate.ts'

/** A flag that takes no value. */
export interface Switch {
  /** Without the dashes. */
  readonly name: string
  readonly value: null
  readonly help: string
}

export interface TextFlag<D = string | null> {
  readonly name: string
  /** Placeholder of its value in the help: `FILE`. */
  readonly value: string
  readonly help: string
  readonly default: D
}

export interface NumberFlag<D = number | null> extends TextFlag<D> {
  /** Smallest and largest value. */
  readonly range: readonly [number, number]
}

export type Flag = Switch | TextFlag | NumberFlag

/** The flags. A flag with another meaning in some command has a separate entry. */
export const FLAGS = {
  help: toggle('help', 'Show this help'),
  json: toggle('json', 'Print JSON only'),

  // Sources: where a command reads from.
  endpoint: optional('endpoint', 'URL', 'Base address of a deployed service'),
  kgPath: text('kg-path', 'FILE', 'Graph file', '.service/kg.json'),
  content: optional('content', 'DIR', 'Folder of Markdown, MDX or built HTML'),
  base: text('base', 'PATH', 'Prefix of every link', '/'),
  weight: optional('weight', 'LIST', "Weights of pages in search: 'legacy/**=0.5,api=2'"),
  noTrailingSlash: toggle('no-trailing-slash', 'Write links to pages without a / at the end'),

  // ask serve
  port: number('port', 'Port to listen on, 0 for any free port', [0, 65_535], 8787),
  host: text('host', 'HOST', 'Address to listen on', '127.0.0.1'),
  basePath: text('endpoint', 'PATH', 'Base path of the API', '/api/ask'),
  allowedHosts: optional('allowed-hosts', 'LIST', 'Allowed host names in addition to localhost, separated by commas'),
  corsOrigins: optional('cors-origins', 'LIST', 'Other origins whose pages may call the API, separated by commas'),
  trustedProxies: number('trusted-proxies', 'Proxies that append to X-Forwarded-For', [0, 10], 0),
  answerOrigins: optional('answer-origins', 'LIST', 'Origins whose pages get answers, separated by commas'),
  questionLog: optional('question-log', 'FILE', 'Store what readers ask, in one file per day next to FILE'),
  defaultLang: optional('default-lang', 'TAG', 'Language of pages that do not state one'),
  defaultVersion: optional('default-version', 'V', 'Version of pages that do not state one'),
  locales: optional('locales', 'LIST', 'Folders of translations: fr,zh=zh-CN, or none'),
  generator: optional('generator', 'NAME', 'Site generator of the sources: hugo, mkdocs … or plain'),
  metricsPort: number(
    'metrics-port', 'Serve metrics for Prometheus on this port, 0 for any free port', [0, 65_535], null,
  ),
  log: text('log', 'FORMAT', 'text, or json: one line for each request and message', 'text'),
  siteTitle: optional('site-title', 'TITLE', 'Name of the site'),
  open: toggle('open', 'Open the site in a browser'),
  demo: toggle('demo', "Serve ask's own docs, with recorded answers: needs no key"),
  watch: toggle('watch', 'Show changes of files, and reload open pages'),

  // ask search, ask sections
  maxResults: number('max-results', 'Number of results', [1, 50], 8),
  explain: toggle('explain', 'Show the parts of each score'),
  group: optional('group', 'NAME', 'Only sections of this group (exact name)'),
  lang: optional('lang', 'TAG', 'Only sections in this language, such as en'),
  version: optional('version', 'V', 'Only sections of this version'),

  // ask eval
  k: number('k', 'Number of results for recall', [1, 100], RANK_DEPTH),
  worst: number('worst', 'Number of worst queries to list', [0, 10_000], 10),
  minNdcg: optional('min-ndcg', 'X', 'Exit with 1 if nDCG@10 is below X (0 to 1)'),

  // ask report
  html: toggle('html', 'Print one HTML page'),
  evalOut: optional('eval', 'FILE', 'Write judged queries from clicks, for `ask eval`'),
  queriesOut: optional('queries', 'FILE', 'Write queries for `ask kg queries --from-report`'),
  gapsOut: optional('gaps', 'FILE', 'Write the gaps as a Markdown list of tasks'),

  // ask init, ask doctor
  yes: toggle('yes', 'Write without asking'),
  site: optional('site', 'URL', 'The published site: check its sitemap and CORS'),
  offline: toggle('offline', 'Send no request to the model'),

  // ask mcp
  client: optional('client', 'NAME', 'claude, cursor, vscode, codex, zed …'),
  serverName: optional('name', 'NAME', 'Name of the server for the client'),
  user: toggle('user', 'Write to the home folder, for all projects'),
  maxResultBytes: number('max-result-bytes', 'Maximum bytes of one tool result', [4_000, 1_000_000], MAX_RESULT_BYTES),

  // ask kg build, ask index build
  extractive: toggle('extractive', 'Build by rules only, without a model'),
  concurrency: number('concurrency', 'Parallel requests to the model', [1, 32], 4),
  fresh: toggle('fresh', 'Let the model write all sections and queries again'),
  links: toggle('links', 'Also find links to pages and sections that do not exist'),
  quiet: toggle('quiet', 'Show no progress'),
  worklist: optional('out', 'FILE', 'Write a list of sections that lack queries'),
  queriesIn: optional('in', 'FILE', 'Read queries, one line of JSON for each section'),
  fromReport: optional('from-report', 'FILE', 'Add the queries of `ask report --queries FILE`'),
  batch: number('limit', 'Most sections of a list', [1, 100_000], 100),
  exportFolder: optional('out', 'DIR', 'Folder to write into'),
  write: optional('write', 'FILE', 'File to write the index into, such as AGENTS.md'),
  out: text('out', 'FILE', 'File to write', '.service/index.json'),

  searchUrl: optional('search-url', 'URL', 'OpenSearch or Elasticsearch that has the content'),

  // ask index push, ask index check
  to: optional('to', 'URL', 'OpenSearch or Elasticsearch (default: ASK_SEARCH_URL)'),
  index: optional('index', 'NAME', 'Alias of the index (default: ASK_SEARCH_INDEX)'),
  page: optional('page', 'SLUG', 'Replace only this page, or remove it if it has no file'),
  shards: number('shards', 'Number of shards, each for 10 to 30 GB', [1, 256], 1),
  replicas: number('replicas', 'Number of copies of each shard', [0, 8], 1),

  // ask static
  staticOut: optional('out', 'DIR', 'Folder to write (default: _ask in a built site, else dist/_ask)'),
  inject: toggle('inject', 'Add the dialog to the pages of the built site'),
  injectEndpoint: optional('endpoint', 'URL', 'With --inject: the service that answers questions'),
  replaces: optional('replaces', 'SELECTOR', 'With --inject: buttons of another search, which open the dialog instead'),
  keep: number('keep', 'Earlier builds to keep, for open pages', [0, 100], 0),
} satisfies Readonly<Record<string, Flag>>

function toggle(name: string, help: string): Switch {
  return { name, value: null, help }
}

function text<D>(name: string, value: string, help: string, missing: D): TextFlag<D> {
  return { name, value, help, default: missing }
}

function optional(name: string, value: string, help: string): TextFlag<null> {
  return text(name, value, help, null)
}

function number<D>(name: string, help: string, range: NumberFlag['range'], missing: D): NumberFlag<D> {
  return { ...text(name, 'N', help, missing), range }
}

/** Settings of content that is read from a folder. */
export const CONTENT_FLAGS: readonly Flag[] = [
  FLAGS.base, FLAGS.noTrailingSlash, FLAGS.siteTitle, FLAGS.defaultLang, FLAGS.defaultVersion, FLAGS.locales,
  FLAGS.weight, FLAGS.generator,
]

export const FILTER_FLAGS = [FLAGS.lang, FLAGS.version, FLAGS.group]

/** Flags of which each names a source; a command reads one source. */
export const SOURCE_NAMES: readonly Flag[] = [FLAGS.endpoint, FLAGS.kgPath, FLAGS.content, FLAGS.searchUrl]

/** The sources of a command that reads knowledge. */
export const SOURCE_FLAGS: readonly Flag[] = [...SOURCE_NAMES, FLAGS.index, ...CONTENT_FLAGS]

/** Explanation of `SOURCE_FLAGS` in the help. */
export const SOURCE_DETAILS = `Reads one source: a folder (--content), a deployed service (--endpoint), a graph file
(--kg-path) or a search engine (--search-url). Without these flags it reads the search engine of
ASK_SEARCH_URL, else the default graph file, else the folder that \`ask serve\` serves.`
