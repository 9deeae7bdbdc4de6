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

/** A flag that takes a whole number. */
export interface NumberFlag<D = number | null> extends TextFlag<D> {
  /** Smallest and largest value. */
  readonly range: readonly [number, number]
}

export type Flag = Switch | TextFlag | NumberFlag

/** The flags. A flag with another meaning in some command has a separate entry. */
export const FLAGS = {
  help: { name: 'help', value: null, help: 'Show this help' },
  json: { name: 'json', value: null, help: 'Print JSON only' },

  // Sources: where a command reads from.
  endpoint: { name: 'endpoint', value: 'URL', help: 'Base address of a deployed service', default: null },
  kgPath: { name: 'kg-path', value: 'FILE', help: 'Graph file', default: '.service/kg.json' },
  content: { name: 'content', value: 'DIR', help: 'Folder of Markdown, MDX or built HTML', default: null },
  base: { name: 'base', value: 'PATH', help: 'Prefix of every link', default: '/' },
  weight: { name: 'weight', value: 'LIST', help: "Weights of pages in search: 'legacy/**=0.5,api=2'", default: null },
  noTrailingSlash: { name: 'no-trailing-slash', value: null, help: 'Write links to pages without a / at the end' },

  // ask serve
  port: { name: 'port', value: 'N', help: 'Port to listen on, 0 for any free port', range: [0, 65_535], default: 8787 },
  host: { name: 'host', value: 'HOST', help: 'Address to listen on', default: '127.0.0.1' },
  basePath: { name: 'endpoint', value: 'PATH', help: 'Base path of the API', default: '/api/ask' },
  allowedHosts: {
    name: 'allowed-hosts', value: 'LIST',
    help: 'Allowed host names in addition to localhost, separated by commas', default: null,
  },
  corsOrigins: {
    name: 'cors-origins', value: 'LIST',
    help: 'Other origins whose pages may call the API, separated by commas', default: null,
  },
  trustedProxies: {
    name: 'trusted-proxies', value: 'N', help: 'Proxies that append to X-Forwarded-For', range: [0, 10], default: 0,
  },
  answerOrigins: {
    name: 'answer-origins', value: 'LIST', help: 'Origins whose pages get answers, separated by commas', default: null,
  },
  questionLog: {
    name: 'question-log', value: 'FILE',
    help: 'Store what readers ask, in one file per day next to FILE', default: null,
  },
  defaultLang: { name: 'default-lang', value: 'TAG', help: 'Language of pages that do not state one', default: null },
  defaultVersion: {
    name: 'default-version', value: 'V', help: 'Version of pages that do not state one', default: null,
  },
  locales: { name: 'locales', value: 'LIST', help: 'Folders of translations: fr,zh=zh-CN, or none', default: null },
  generator: {
    name: 'generator', value: 'NAME', help: 'Site generator of the sources: hugo, mkdocs … or plain', default: null,
  },
  metricsPort: {
    name: 'metrics-port', value: 'N', help: 'Serve metrics for Prometheus on this port, 0 for any free port',
    range: [0, 65_535], default: null,
  },
  log: { name: 'log', value: 'FORMAT', help: 'text, or json: one line for each request and message', default: 'text' },
  siteTitle: { name: 'site-title', value: 'TITLE', help: 'Name of the site', default: null },
  open: { name: 'open', value: null, help: 'Open the site in a browser' },
  demo: { name: 'demo', value: null, help: "Serve ask's own docs, with recorded answers: needs no key" },
  watch: { name: 'watch', value: null, help: 'Show changes of files, and reload open pages' },

  // ask search, ask sections
  maxResults: { name: 'max-results', value: 'N', help: 'Number of results', range: [1, 50], default: 8 },
  explain: { name: 'explain', value: null, help: 'Show the parts of each score' },
  group: { name: 'group', value: 'NAME', help: 'Only sections of this group (exact name)', default: null },
  lang: { name: 'lang', value: 'TAG', help: 'Only sections in this language, such as en', default: null },
  version: { name: 'version', value: 'V', help: 'Only sections of this version', default: null },

  // ask eval
  k: { name: 'k', value: 'N', help: 'Number of results for recall', range: [1, 100], default: RANK_DEPTH },
  worst: { name: 'worst', value: 'N', help: 'Number of worst queries to list', range: [0, 10_000], default: 10 },
  minNdcg: { name: 'min-ndcg', value: 'X', help: 'Exit with 1 if nDCG@10 is below X (0 to 1)', default: null },

  // ask report
  html: { name: 'html', value: null, help: 'Print one HTML page' },
  evalOut: { name: 'eval', value: 'FILE', help: 'Write judged queries from clicks, for ask eval', default: null },
  queriesOut: { name: 'queries', value: 'FILE', help: 'Write queries for ask kg queries --from-report', default: null },
  gapsOut: { name: 'gaps', value: 'FILE', help: 'Write the gaps as a Markdown list of tasks', default: null },

  // ask init, ask doctor
  yes: { name: 'yes', value: null, help: 'Write without asking' },
  site: { name: 'site', value: 'URL', help: 'The published site: check its sitemap and CORS', default: null },
  offline: { name: 'offline', value: null, help: 'Send no request to the model' },

  // ask mcp
  client: { name: 'client', value: 'NAME', help: 'claude, cursor, vscode, codex, zed …', default: null },
  serverName: { name: 'name', value: 'NAME', help: 'Name of the server for the client', default: null },
  user: { name: 'user', value: null, help: 'Write to the home folder, for all projects' },
  maxResultBytes: {
    name: 'max-result-bytes', value: 'N', help: 'Maximum bytes of one tool result',
    range: [4_000, 1_000_000], default: MAX_RESULT_BYTES,
  },

  // ask kg build, ask index build
  extractive: { name: 'extractive', value: null, help: 'Build by rules only, without a model' },
  concurrency: { name: 'concurrency', value: 'N', help: 'Parallel requests to the model', range: [1, 32], default: 4 },
  fresh: { name: 'fresh', value: null, help: 'Let the model write all sections and queries again' },
  links: { name: 'links', value: null, help: 'Also find links to pages and sections that do not exist' },
  quiet: { name: 'quiet', value: null, help: 'Show no progress' },
  worklist: { name: 'out', value: 'FILE', help: 'Write a list of sections that lack queries', default: null },
  queriesIn: { name: 'in', value: 'FILE', help: 'Read queries, one line of JSON for each section', default: null },
  fromReport: {
    name: 'from-report', value: 'FILE', help: 'Add the queries of `ask report --queries FILE`', default: null,
  },
  batch: { name: 'limit', value: 'N', help: 'Most sections of a list', range: [1, 100_000], default: 100 },
  exportFolder: { name: 'out', value: 'DIR', help: 'Folder to write into', default: null },
  write: { name: 'write', value: 'FILE', help: 'File to write the index into, such as AGENTS.md', default: null },
  out: { name: 'out', value: 'FILE', help: 'File to write', default: '.service/index.json' },

  searchUrl: {
    name: 'search-url', value: 'URL', help: 'OpenSearch or Elasticsearch that has the content', default: null,
  },

  // ask index push, ask index check
  to: { name: 'to', value: 'URL', help: 'OpenSearch or Elasticsearch (default: ASK_SEARCH_URL)', default: null },
  index: { name: 'index', value: 'NAME', help: 'Alias of the index (default: ASK_SEARCH_INDEX)', default: null },
  page: { name: 'page', value: 'SLUG', help: 'Replace only this page, or remove it if it has no file', default: null },
  shards: { name: 'shards', value: 'N', help: 'Number of shards, each for 10 to 30 GB', range: [1, 256], default: 1 },
  replicas: { name: 'replicas', value: 'N', help: 'Number of copies of each shard', range: [0, 8], default: 1 },

  // ask static
  staticOut: {
    name: 'out', value: 'DIR', help: 'Folder to write (default: _ask in a built site, else dist/_ask)', default: null,
  },
  inject: { name: 'inject', value: null, help: 'Add the dialog to the pages of the built site' },
  injectEndpoint: {
    name: 'endpoint', value: 'URL', help: 'With --inject: the service that answers questions', default: null,
  },
  replaces: {
    name: 'replaces', value: 'SELECTOR', help: 'With --inject: buttons of another search, which open the dialog instead',
    default: null,
  },
  keep: { name: 'keep', value: 'N', help: 'Earlier builds to keep, for open pages', range: [0, 100], default: 0 },
} as const satisfies Readonly<Record<string, Flag>>

/** Settings of content that is read from a folder. */
export const CONTENT_FLAGS: readonly Flag[] = [
  FLAGS.base, FLAGS.noTrailingSlash, FLAGS.siteTitle, FLAGS.defaultLang, FLAGS.defaultVersion, FLAGS.locales,
  FLAGS.weight, FLAGS.generator,
]

/** The filter of a command that searches. */
export const FILTER_FLAGS = [FLAGS.lang, FLAGS.version, FLAGS.group]

/** Flags of which each names a source; a command reads one source. */
export const SOURCE_NAMES: readonly Flag[] = [FLAGS.endpoint, FLAGS.kgPath, FLAGS.content, FLAGS.searchUrl]

/** The sources of a command that reads knowledge. */
export const SOURCE_FLAGS: readonly Flag[] = [...SOURCE_NAMES, FLAGS.index, ...CONTENT_FLAGS]

/** Explanation of `SOURCE_FLAGS` in the help. */
export const SOURCE_DETAILS = `Reads one source: a folder (--content), a deployed service (--endpoint), a graph file
(--kg-path) or a search engine (--search-url). Without these flags it reads the search engine of
ASK_SEARCH_URL, else the default graph file, else the folder that \`ask serve\` serves. With --content,
what readers would type (\`ask kg queries\`) counts as well, if the default graph file is of this content.`
