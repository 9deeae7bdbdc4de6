/** The pages of `pages/` on a server of their own, with the service, as a site has them. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { chunkPages, createAsk, readSite } from 'ask-service'
import { createListener } from 'ask-service/node'
import { build, type Plugin } from 'esbuild'
import { compileScript, parse } from 'vue/compiler-sfc'

const at = (path: string) => fileURLToPath(new URL(`pages/${path}`, import.meta.url))

/** What starts a component, as a project of its framework does. */
const STARTS = {
  react: `import { createRoot } from 'react-dom/client'\nimport { Ask } from './Ask.jsx'\ncreateRoot(document.body).render(<Ask />)`,
  vue: `import { createApp } from 'vue'\nimport Ask from './Ask.vue'\ncreateApp(Ask).mount(document.body)`,
  chat: `import { createRoot } from 'react-dom/client'\nimport { Chat } from './Chat.jsx'\ncreateRoot(document.body).render(<Chat />)`,
}

const vue: Plugin = {
  name: 'vue',
  setup({ onLoad }) {
    onLoad({ filter: /\.vue$/ }, ({ path }) => {
      const { descriptor } = parse(readFileSync(path, 'utf8'), { filename: path })
      return { contents: compileScript(descriptor, { id: path, inlineTemplate: true }).content, loader: 'js' }
    })
  },
}

async function bundle(start: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: start, resolveDir: at('.'), loader: 'jsx' },
    bundle: true, write: false, format: 'esm', jsx: 'automatic', plugins: [vue], logLevel: 'silent',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'false', __VUE_PROD_DEVTOOLS__: 'false', __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
  })
  return `<!doctype html><meta charset="utf-8"><body><script type="module">${outputFiles[0]!.text}</script>`
}

/** A site with the pages `/plain`, `/react`, `/vue` and `/chat`, whose answers the model at `baseUrl` writes. */
export async function startSite(baseUrl: string) {
  const routing = '# Routing\n\nIntro.\n\n## Slashes\n\nRoutes end in a slash unless you say otherwise.\n'
  const { pages } = readSite([{ path: 'routing.md', text: routing }])
  const model = { apiKey: 'k', name: 'm', baseUrl }
  // The same question is asked in each page.
  const { handle } = createAsk({ content: async () => chunkPages(pages), model, answerCache: false })
  const listen = createListener(handle)
  const files = new Map([['/plain', readFileSync(at('plain.html'), 'utf8')], ['/answer.js', readFileSync(at('answer.js'), 'utf8')]])
  for (const [name, start] of Object.entries(STARTS)) files.set(`/${name}`, await bundle(start))

  function reply(req: IncomingMessage, res: ServerResponse): void {
    const { url = '/' } = req
    if (url.startsWith('/api/ask')) return void listen(req, res)
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html'
    res.writeHead(files.has(url) ? 200 : 404, { 'content-type': type }).end(files.get(url))
  }

  const server = createServer(reply).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
