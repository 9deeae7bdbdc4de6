/**
 * Sixty questions over the Astro docs, written from the pages before any search was asked: forty whose answer is in one
 * section, eight that need two, twelve that the docs don't answer. The words are those of readers, not of headings.
 *
 *   sections   what the answer rests on: all entries are needed; of the ids of one entry any does
 *   facts      patterns that a right answer has, each of them
 */
const one = (question, ids, ...facts) => ({ question, sections: [ids], facts })
const two = (question, sections, ...facts) => ({ question, sections, facts })
const none = (question) => ({ question, sections: [], facts: [] })
const CONFIG = 'reference/configuration-reference'

export const QUESTIONS = [
  one('Which port does the dev server use, and what if it is taken?', [`${CONFIG}#serverport`], /4321/, /next/i),
  one('Requests to /about/ should redirect to /about in production. Which setting?', [`${CONFIG}#trailingslash`], /never/),
  one('How do I turn sessions off completely so my bundle gets smaller?', ['guides/sessions#disabling-sessions'], /session: ?false/),
  one('One link must do a full page reload although I use ClientRouter. How?', ['guides/view-transitions#preventing-client-side-navigation'], /data-astro-reload/),
  one('Can code in the browser read a variable that my env schema marks as secret?', ['guides/environment-variables#variable-types'], /astro:env\/server/),
  one('Our Kubernetes rolling deployments break server island props. What is the fix?', ['guides/server-islands#reusing-the-encryption-key'], /create-key/),
  one('How can I show a spinner while a deferred component loads?', ['guides/server-islands#server-island-fallback-content'], /slot="fallback"|fallback/),
  one('Allow image optimization for pictures from my CDN only', ['guides/images#authorizing-remote-images', `${CONFIG}#imagedomains`, `${CONFIG}#imageremotepatterns`], /domains|remotePatterns/),
  one('Sharp does not run at my host. How can I still use the Image component?', ['guides/images#configure-no-op-passthrough-service'], /passthroughImageService/),
  one('Does middleware run when a page is not found?', ['guides/middleware#error-pages'], /404/),
  one('I want the dev toolbar gone on all my projects, just for me', ['guides/dev-toolbar#per-user'], /--global/),
  one('Disable anonymous usage data in CI', ['reference/cli-reference#astro-telemetry'], /ASTRO_TELEMETRY_DISABLED|telemetry disable/),
  one('What is the maximum size of a request body with the Node adapter?', ['guides/integrations-guide/node#bodysizelimit'], /1 ?GB|1073741824/i),
  one('Leave one page out of sitemap.xml', ['guides/integrations-guide/sitemap#filter'], /filter/),
  one('Why must client:only be given the name of a framework?', ['reference/directives-reference#clientonly'], /server/i),
  one('Can I put client:load on an .astro component?', ['guides/framework-components#can-i-hydrate-astro-components'], /error|no client-side/i),
  one('All links are prefetched now; exclude a single one', ['guides/prefetch#prefetch-all-links-by-default', `${CONFIG}#prefetchprefetchall`], /data-astro-prefetch="?false/),
  one('Set the id of a Markdown entry by hand instead of from its file name', ['guides/content-collections#defining-custom-ids'], /slug/),
  one('How do I keep helper files in src/pages without them becoming pages?', ['guides/routing#excluding-pages'], /underscore|_/),
  one('Is Node 20 still supported in version 6?', ['guides/upgrade-to/v6#node-22'], /drop|no longer|22/i),
  one('Show the Spanish page where the French translation is missing', ['guides/internationalization#fallback', `${CONFIG}#i18nfallback`], /fallback/),
  one('How do I validate an uploaded file in an action?', ['guides/actions#using-validators-with-form-inputs'], /instanceof\(File\)/),
  one('Preload only the font that is above the fold', ['guides/fonts#preloading-fonts', 'reference/modules/astro-assets#preload'], /preload/),
  one('My parent passes class="red" but the child does not get it', ['guides/styling#passing-a-class-to-a-child-component'], /className|class prop/),
  one('Build about.html in place of about/index.html', [`${CONFIG}#buildformat`], /file/),
  one('ReferenceError: window is not defined', ['guides/troubleshooting#document-or-window-is-not-defined'], /<script>|client:only|useEffect/),
  one('POST from another site returns 403, why?', [`${CONFIG}#securitycheckorigin`], /origin/i),
  one('Short import paths such as @components/Button', ['guides/imports#aliases', 'guides/typescript#import-aliases'], /paths/),
  one('An inline script must run again after every navigation', ['guides/view-transitions#data-astro-rerun'], /data-astro-rerun/),
  one('Will my redirect beat an existing page file of the same name?', ['guides/routing#configured-redirects'], /lower|not/i),
  one('Which file wins when [page].astro and [...slug].astro both match?', ['guides/routing#route-priority-order'], /named|\[page\]/),
  one('Custom domain for my GitHub Pages site', ['guides/deploy/github#change-your-github-url-to-a-custom-domain'], /CNAME/),
  one('Do ISR functions on Vercel see query strings?', ['guides/integrations-guide/vercel#isr'], /search params|not/i),
  one('How do I have Mermaid blocks left alone by the highlighter?', [`${CONFIG}#markdownsyntaxhighlightexcludelangs`], /excludeLangs/),
  one('Can a component inside my page set response headers?', ['guides/on-demand-rendering#html-streaming'], /page level|cannot|can't/i),
  one('Hide drafts in production but see them while developing', ['guides/content-collections#filtering-collection-queries'], /import\.meta\.env\.PROD/),
  one('Can the adapter still deploy to Cloudflare Pages?', ['guides/integrations-guide/cloudflare#removed-cloudflare-pages-support'], /Workers/),
  one('Wie lange bleiben Werte in einer Session gespeichert?', [`${CONFIG}#sessionttl`], /ttl|Infinity/i),
  one('Comment faire échouer le build en cas d’erreur TypeScript ?', ['guides/typescript#type-checking'], /astro check/),
  one('set:html xss', ['reference/directives-reference#sethtml'], /escape|XSS/i),

  two('Which default prefetch strategy is used, and how do I choose another for one link?', [[`${CONFIG}#prefetchdefaultstrategy`, 'guides/prefetch#default-prefetch-strategy'], ['guides/prefetch#prefetch-strategies', `${CONFIG}#prefetchdefaultstrategy`]], /hover/, /data-astro-prefetch/),
  two('What does session.ttl do, and how do I rename the session cookie?', [[`${CONFIG}#sessionttl`], [`${CONFIG}#sessioncookie`]], /ttl/, /cookie/),
  two('Switch the toolbar off for the whole team, or only for myself', [['guides/dev-toolbar#per-project', `${CONFIG}#devtoolbarenabled`], ['guides/dev-toolbar#per-user']], /devToolbar/, /preferences/),
  two('How long may a Vercel function run, and how do I add files to its bundle?', [['guides/integrations-guide/vercel#maxduration'], ['guides/integrations-guide/vercel#includefiles']], /maxDuration/, /includeFiles/),
  two('How do I start a new sitemap file after 10,000 entries and change its file name?', [['guides/integrations-guide/sitemap#entrylimit'], ['guides/integrations-guide/sitemap#filenamebase']], /entryLimit/, /filenameBase/),
  two('What are the differences between redirects and rewrites in the browser and in code?', [['guides/routing#dynamic-redirects', 'guides/routing#redirects', 'guides/routing#configured-redirects'], ['guides/routing#rewrites']], /Astro\.redirect|redirects/, /rewrite/),
  two('Render one page on demand; which adapters exist for that?', [['guides/on-demand-rendering#enabling-on-demand-rendering'], ['guides/on-demand-rendering#server-adapters', 'guides/on-demand-rendering#add-an-adapter']], /prerender = false/, /Node/),
  two('How do I expose the dev server in my LAN and allow a host name?', [[`${CONFIG}#serverhost`, 'reference/cli-reference#--host-optional-host-address'], [`${CONFIG}#serverallowedhosts`, 'reference/cli-reference#--allowed-hosts']], /host/, /allowedHosts|allowed-hosts/),

  none('How much does the Enterprise plan of Astro cost per seat?'),
  none('How do I roll back a database migration with Alembic?'),
  none('Does Astro have a built-in spell checker for Markdown?'),
  none('Who won the 2022 football world cup?'),
  none('How do I send push notifications to iOS devices?'),
  none('Set up a GraphQL subscription over WebSockets in Astro'),
  none('Which SOC 2 certificates does the project hold?'),
  none('How can I record video from the webcam with the Image component?'),
  none('Is there an official Astro plugin for Sublime Merge?'),
  none('How do I configure Kerberos single sign-on for the dev server?'),
  none('What is the refund policy for themes?'),
  none('Wie binde ich einen Fingerabdruckscanner ein?'),
]
