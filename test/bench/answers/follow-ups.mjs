/**
 * Forty follow-up questions over the Astro docs, each after a question and the beginning of its answer, with the
 * section that it asks for. Written from the pages before any of them was searched. In the last four the reader changes
 * the subject, so that the conversation says nothing about the question.
 */
const pair = (first, answer, question, ...sections) => ({ history: [{ query: first, answer }], question, sections })
const CONFIG = 'reference/configuration-reference'

export const FOLLOW_UPS = [
  pair('How do I deploy my site with Docker?', 'Write a Dockerfile that builds the site and starts the server ([SSR](/en/recipes/docker/#ssr)).', 'And behind nginx?', 'recipes/docker#nginx', 'recipes/docker#static'),
  pair('How can I deploy to Netlify?', 'Import the repository in the Netlify website UI; the build command is `astro build` ([Netlify](/en/guides/deploy/netlify/)).', 'And from the command line?', 'guides/deploy/netlify#cli-deployment'),
  pair('How can I deploy to Vercel?', 'Import your project in the website UI; no configuration is needed for a static site.', 'Can I do it with the CLI instead?', 'guides/deploy/vercel#cli-deployment'),
  pair('How do I publish to GitHub Pages?', 'Set `site` and `base`, then use the official GitHub Action to deploy.', 'What about my own domain?', 'guides/deploy/github#change-your-github-url-to-a-custom-domain'),
  pair('How do I show a list of all my blog posts from a collection?', 'Call `getCollection("blog")` and map over the entries.', 'How do I leave drafts out?', 'guides/content-collections#filtering-collection-queries'),
  pair('How do I define a collection of Markdown files?', 'Use `defineCollection()` with the `glob()` loader in `src/content.config.ts`.', 'And when everything is in one JSON file?', 'guides/content-collections#the-file-loader', 'guides/content-collections#nested-json-documents'),
  pair('How do content collections get their schema?', 'Pass a Zod `schema` to `defineCollection()`.', 'Can one refer to another?', 'guides/content-collections#defining-collection-references'),
  pair('How do I make a page for every entry of a collection?', 'Use `getStaticPaths()` with `getCollection()` in a dynamic route for static output.', 'And with on-demand rendering?', 'guides/content-collections#building-routes-on-demand-at-request-time'),
  pair('How do I set up i18n routing?', 'Add `locales` and `defaultLocale` to the `i18n` configuration.', 'How do I hide the prefix for the default one?', 'guides/internationalization#prefixdefaultlocale-false', 'guides/internationalization#prefixdefaultlocale', `${CONFIG}#i18nroutingprefixdefaultlocale`, 'recipes/i18n#hide-default-language-in-the-url'),
  pair('How does Astro route several languages?', 'Each locale has a folder of pages; `getRelativeLocaleUrl()` makes links.', 'Can each one have its own domain?', 'guides/internationalization#domains', `${CONFIG}#i18ndomains`),
  pair('What happens when a translation is missing?', 'With `i18n.fallback` the page of another locale is shown.', 'Can it find out what the browser prefers?', 'guides/internationalization#browser-language-detection'),
  pair('How do I turn on prefetching of links?', 'Set `prefetch: true` in the configuration.', 'Can I do that from JavaScript?', 'guides/prefetch#prefetch-programmatically'),
  pair('How do I enable prefetch?', 'Set `prefetch` to true; then add `data-astro-prefetch` to links.', 'Does it work in Safari?', 'guides/prefetch#safari', 'guides/prefetch#browser-support'),
  pair('How do view transitions keep the state of a component?', 'Add `transition:persist` to it.', 'What about its props?', 'guides/view-transitions#transitionpersist-props'),
  pair('How do I use ClientRouter?', 'Add `<ClientRouter />` to the head of the pages.', 'How do I navigate from a script?', 'guides/view-transitions#trigger-navigation'),
  pair('Do view transitions work with my scripts?', 'Bundled module scripts run only once.', 'Which event fires when a page is shown?', 'guides/view-transitions#astropage-load', 'guides/view-transitions#lifecycle-events'),
  pair('How do I add Tailwind?', 'Run `astro add tailwind`, which installs the Vite plugin.', 'And if I still have version 3?', 'guides/styling#upgrade-from-tailwind-3', 'guides/styling#legacy-tailwind-3-support'),
  pair('Are styles in a component scoped?', 'Yes, styles in a `<style>` tag are scoped by default.', 'How do I make them global?', 'guides/styling#global-styles'),
  pair('How do I use Sass?', 'Install `sass` and use `<style lang="scss">`.', 'And Less?', 'guides/styling#less'),
  pair('How do I use an image from src in an Astro component?', 'Import it and pass it to `<Image />`.', 'And in Markdown?', 'guides/images#images-in-markdown-files'),
  pair('How do I optimize images with the Image component?', 'Import `Image` from `astro:assets` and give it `src` and `alt`.', 'What if they come from a CMS?', 'guides/images#using-images-from-a-cms-or-cdn', 'guides/images#authorizing-remote-images', 'guides/images#remote-images', 'guides/images#remote-images-1'),
  pair('How do I add a custom font?', 'Configure `fonts` with a provider and add `<Font />` to the head.', 'Can I take a file that I have?', 'guides/fonts#using-a-local-font-file'),
  pair('How do I use sessions?', 'Set a driver and call `Astro.session.set()`.', 'Are they there in API endpoints?', 'guides/sessions#api-endpoints'),
  pair('How do I read session data?', 'Call `Astro.session.get()` in a page.', 'How do I give it types?', 'guides/sessions#session-data-types'),
  pair('How do I define an action?', 'Export a `server` object with `defineAction()` from `src/actions/index.ts`.', 'How do I restrict it to signed-in users?', 'guides/actions#authorize-users-from-an-action-handler', 'guides/actions#security-when-using-actions', 'guides/actions#gate-actions-from-middleware'),
  pair('Can an action take form data?', 'Set `accept: "form"` and validate the input with Zod.', 'How do I show errors next to the inputs?', 'guides/actions#displaying-form-input-errors'),
  pair('How do I call an action from an HTML form?', 'Set the `action` attribute of the form to the action.', 'The fields are cleared on failure, how do I keep them?', 'guides/actions#preserve-input-values-on-error'),
  pair('How do I write middleware?', 'Export `onRequest` from `src/middleware.js`.', 'How do I combine two of them?', 'guides/middleware#chaining-middleware'),
  pair('What can middleware do?', 'It can change the response and share data in `context.locals`.', 'How do I make locals type-safe?', 'guides/middleware#storing-data-in-contextlocals'),
  pair('How do I make a dynamic route?', 'Use brackets in the file name and export `getStaticPaths()`.', 'With any number of segments?', 'guides/routing#rest-parameters'),
  pair('How does pagination work?', 'Call `paginate()` in `getStaticPaths()` and name the file `[page].astro`.', 'What is in the page prop?', 'guides/routing#the-page-prop'),
  pair('How do I create an API endpoint?', 'Export `GET` from a `.ts` file in `src/pages`.', 'And for POST and DELETE?', 'guides/endpoints#http-methods'),
  pair('How do environment variables work?', 'Put them into `.env` and read `import.meta.env`.', 'Can they be type-safe?', 'guides/environment-variables#type-safe-environment-variables', 'guides/environment-variables#define-your-schema'),
  pair('How do I use the Node adapter?', 'Run `astro add node` and choose a mode.', 'How do I serve HTTPS?', 'guides/integrations-guide/node#https'),
  pair('What does the sitemap integration do?', 'It writes a sitemap at build time.', 'How do I add pages that are not part of the project?', 'guides/integrations-guide/sitemap#custompages'),
  pair('How do I create an RSS feed?', 'Install `@astrojs/rss` and write an endpoint that calls `rss()`.', 'How do I put the full text of posts in it?', 'recipes/rss#including-full-post-content'),
  pair('How do I deploy to Cloudflare?', 'Deploy with Wrangler to Cloudflare Workers.', 'How do I write unit tests with Vitest?', 'guides/testing#vitest', 'guides/testing#vitest-and-container-api'),
  pair('How do I use Sass?', 'Install `sass` and use `<style lang="scss">`.', 'How do I disable the dev toolbar for one project?', 'guides/dev-toolbar#per-project', `${CONFIG}#devtoolbarenabled`),
  pair('How do I write middleware?', 'Export `onRequest` from `src/middleware.js`.', 'How do I set a default Shiki theme for Markdown code blocks?', 'guides/syntax-highlighting#setting-a-default-shiki-theme', `${CONFIG}#markdownshikiconfig`),
  pair('How do I read session data?', 'Call `Astro.session.get()` in a page.', 'How do I migrate a blog from WordPress?', 'guides/migrate-to-astro/from-wordpress', 'guides/migrate-to-astro/from-wordpress#switch-from-wordpress-to-astro', 'guides/migrate-to-astro/from-wordpress#key-differences-between-wordpress-and-astro'),
]
