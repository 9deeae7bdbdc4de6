/**
 * Thirty questions over the docs of Vite 8, written from the list of their sections before any search was asked: twenty
 * whose answer is in one section, four that need two, six that the docs don't answer. No bound was chosen by them: they
 * check those that were tried on the questions over the Astro docs.
 */
const one = (question, ...ids) => ({ question, sections: [ids] })
const two = (question, first, second) => ({ question, sections: [[first].flat(), [second].flat()] })
const none = (question) => ({ question, sections: [] })

export const QUESTIONS = [
  one('My dev server picks another port when 5173 is taken, I want it to fail', 'config/server-options#server-strictport'),
  one('Why do icons under 4 kB end up as base64 in my bundle, and how do I stop that?', 'config/build-options#build-assetsinlinelimit'),
  one('Forward /api calls to a backend on another port during development', 'config/server-options#server-proxy'),
  one('Which prefix must a variable have to be visible in client code?', 'guide/env-and-mode#env-variables', 'guide/env-and-mode#env-files', 'config/shared-options#envprefix'),
  one('Two copies of React end up in my monorepo build', 'config/shared-options#resolve-dedupe'),
  one('Turn off the polyfill for module preload', 'config/build-options#build-modulepreload'),
  one('Deploy under a sub path such as /my-repo/', 'guide/build#public-base-path', 'config/shared-options#base'),
  one('The watcher fails with ENOSPC on Linux', 'guide/troubleshooting#vite-crashes-with-enospc-error'),
  one('How do I import a file as a plain string?', 'guide/assets#importing-asset-as-string'),
  one('Which file may I put robots.txt in so that it is copied as is?', 'guide/assets#the-public-directory'),
  one('Run my plugin only while building', 'guide/using-plugins#conditional-application', 'guide/api-plugin#conditional-application'),
  one('Clean up side effects when a module is replaced', 'guide/api-hmr#hot-dispose-cb'),
  one('Force dependencies to be bundled again', 'config/dep-optimization-options#optimizedeps-force', 'guide/dep-pre-bundling#file-system-cache'),
  one('Users see an error after a new deployment because old chunks are gone', 'guide/build#load-error-handling', 'guide/troubleshooting#version-skew'),
  one('Block a file like .env.production from being served', 'config/server-options#server-fs-deny'),
  one('Load all Markdown files of a folder eagerly', 'guide/features#glob-import'),
  one('Let Vite resolve the aliases of my tsconfig', 'config/shared-options#resolve-tsconfigpaths', 'guide/features#paths'),
  one('Does Vite check types?', 'guide/features#transpile-only'),
  one('Wie setze ich einen CSP-Nonce für Skripte?', 'config/shared-options#html-cspnonce', 'guide/features#nonce-random'),
  one('Transform a module before the browser asks for it to speed up the first load', 'config/server-options#server-warmup', 'guide/performance#warm-up-frequently-used-files'),

  two('Build a library with several entries, and how is its CSS exported?', ['guide/build#library-mode', 'config/build-options#build-lib'], 'guide/build#css-support'),
  two('Change the output folder and keep what is in it', 'config/build-options#build-outdir', 'config/build-options#build-emptyoutdir'),
  two('How are virtual modules written, and how should plugins be named?', 'guide/api-plugin#importing-a-virtual-file', 'guide/api-plugin#conventions'),
  two('What does hot.accept do for the module itself, and what does invalidate do?', 'guide/api-hmr#hot-accept-cb', 'guide/api-hmr#hot-invalidate-message-string'),

  none('How do I connect Vite to a PostgreSQL database?'),
  none('What does a support contract for Vite cost?'),
  none('Can Vite translate my interface into French?'),
  none('How do I sign an Android APK?'),
  none('Is there an option to mine bitcoin in the dev server?'),
  none('Who designed the Eiffel Tower?'),
]
