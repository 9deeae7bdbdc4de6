/** The repositories of `repositories.mjs`: the folder that is read, and queries with the part of the page's path. */
export const REPOSITORIES = [
  repository('book', '', [
    ['ownership', 'ch04-01'], ['borrow checker mutable reference', 'ch04-02'], ['how do lifetimes work', 'ch10-03'],
    ['hash map insert only if missing', 'ch08-03'], ['? operator', 'ch09-02'], ['spawn a thread', 'ch16-01'],
    ['RefCell', 'ch15-05'], ['write a macro', 'ch20-05'], ['publish my crate', 'ch14-02'],
    ['install rust on windows', 'ch01-01'],
  ]),
  repository('laravel', '', [
    ['validate a form request', 'validation.md'], ['queue worker timeout', 'queues.md'],
    ['many to many', 'eloquent-relationships'], ['rollback migration', 'migrations.md'], ['csrf token', 'csrf.md'],
    ['send mail with attachment', 'mail.md'], ['run a task every minute', 'scheduling.md'],
    ['blade components slots', 'blade.md'], ['soft delete', 'eloquent.md'], ['upload a file to s3', 'filesystem.md'],
  ]),
  repository('hugoDocs', '', [
    ['resize image', ['image-processing', 'methods/resource/resize']],
    ['table of contents', ['tableofcontents', 'table-of-contents']],
    ['draft pages', ['usage.md', 'front-matter', 'commands/hugo_build', 'commands/hugo_list_drafts']],
    ['multilingual site', ['multilingual', 'configuration/languages']], ['deploy to github pages', 'github-pages'],
    ['where function', 'functions/collections/Where'], ['shortcode parameters', 'shortcode'],
    ['page bundles', 'page-bundles'], ['taxonomies', 'taxonomies'], ['minify output', ['minify', 'Minify']],
  ]),
  repository('traefik', 'docs/content', [
    ['lets encrypt dns challenge', ['acme', 'letsencrypt']],
    ['redirect http to https', ['redirectscheme', 'entrypoints']], ['basic auth', 'basicauth'],
    ['docker labels', 'docker'], ['rate limit', 'ratelimit'], ['enable the dashboard', 'dashboard'],
    ['access log format', 'logs'], ['strip prefix', 'stripprefix.'], ['migrate from v2 to v3', 'v2-to-v3'],
    ['sticky sessions', 'service'],
  ]),
  repository('TypeScript-Website', 'packages/documentation/copy/en', [
    ['narrowing', 'Narrowing'], ['union types', ['Everyday Types', 'Unions']], ['Partial', 'Utility Types'],
    ['conditional types infer', 'Conditional Types'], ['keyof', 'Keyof'], ['project references', 'Project References'],
    ['decorators', 'Decorators'], ['enum', 'Enums'], ['write a d.ts file', ['declaration-files', 'Creating DTS']],
    ['strict null checks', ['Everyday Types', 'Basics', 'TypeScript 2.0', 'Compiler Options']],
  ]),
  repository('redux', 'docs', [
    ['combineReducers', 'combineReducers'], ['what is a thunk', ['thunk', 'async-logic']],
    ['normalize state', 'Normalizing'], ['write middleware', ['Middleware', 'middleware']],
    ['usage with typescript', 'TypeScript'], ['undo', 'ImplementingUndo'], ['server rendering', 'ServerRendering'],
    ['memoized selectors', 'electors'], ['test a reducer', 'WritingTests'],
    ['migrate to redux toolkit', ['migrating', 'Migrating']],
  ]),
  repository('vitest', 'docs', [
    ['mock a module', ['mocking/modules', 'api/vi']], ['snapshot', 'snapshot'], ['coverage thresholds', 'coverage'],
    ['fake timers', ['mocking/timers', 'api/vi', 'faketimers', 'mocking/dates']], ['jsdom', 'environment'],
    ['run tests in parallel', 'parallel'], ['toEqual', 'api/expect'], ['test.each', 'api/test'],
    ['migrate from jest', 'migration'], ['watch mode', ['watch', 'cli', 'features', 'guide/index']],
  ]),
  repository('react-router', 'docs', [
    ['useNavigate', 'hooks/useNavigate'], ['nested routes', ['routing', 'Outlet']],
    ['404 page', ['status', 'error', 'routing']], ['protect a route', ['middleware', 'redirect', 'security']],
    ['search params', 'useSearchParams'], ['data loading', 'data-loading'], ['file uploads', 'file-uploads'],
    ['error boundary', 'error-boundary'], ['lazy loading routes', ['lazy', 'code-splitting', 'route-object']],
    ['upgrade from v6', 'upgrading/v6'],
  ]),
  repository('prometheus', 'docs', [
    ['counter vs gauge', ['metric_types', 'instrumentation']], ['histogram or summary', 'histograms'],
    ['metric naming', 'naming'], ['node exporter', 'node-exporter'], ['push gateway', 'pushing'],
    ['alerting best practices', 'practices/alerting'], ['basic auth', 'basic-auth'], ['grafana', 'grafana'],
    ['remote write protocol', 'remote_write'], ['write an exporter', 'writing_exporters'],
  ], { base: '/docs/' }),
  repository('expressjs.com', 'src/content/docs', [
    ['error handling', 'en/5x/guide/error-handling'], ['static files', 'en/5x/starter/static-files'],
    ['write middleware', 'en/5x/guide/writing-middleware'], ['route parameters', 'en/5x/guide/routing'],
    ['behind a proxy', 'en/5x/guide/behind-proxies'], ['debugging', 'en/5x/guide/debugging'],
    ['template engine', 'en/5x/guide/using-template'], ['hello world', 'en/5x/starter/hello-world'],
    ['handle 404', 'en/5x/starter/faq'], ['generator', 'en/5x/starter/generator'],
  ], { defaultLang: 'en', defaultVersion: '5x' }),
  repository('just-the-docs', '', [
    ['exclude a page from search', 'search.md'], ['nav order', 'order.md'],
    ['callouts', ['callouts', 'configuration']], ['custom css', 'customization'],
    ['parent page', ['levels', 'navigation']], ['dark mode', ['customization', 'configuration']],
    ['code block line numbers', 'line-numbers'], ['buttons', 'buttons'],
    ['footer text', ['configuration', 'customization']], ['upgrade to a new version', 'MIGRATION'],
  ]),
  repository('fumadocs', 'apps/docs/content/docs', [
    ['algolia search', 'search/algolia'], ['page tree', ['page-tree', 'page-conventions']],
    ['mdx frontmatter schema', 'collections'], ['internationalization', 'internationalization'],
    ['tabs component', 'components/tabs'], ['static export', 'static'], ['openapi', 'openapi'],
    ['sidebar separator', ['page-conventions', 'navigation']], ['twoslash', 'twoslash'], ['math equations', 'math'],
  ], { base: '/docs/' }),
]

function repository(name, folder, queries, options = {}) {
  return { name, folder, queries, options }
}
