/** Netlify's functions for development: bundled by Netlify's builder, each call in a worker of its own. */
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { FunctionsHandler } from '@netlify/functions-dev'

const functions = new FunctionsHandler({
  config: { get: () => ({}), subscribe: () => undefined },
  destPath: resolve('.netlify'),
  geolocation: {},
  projectRoot: resolve('.'),
  settings: { port: process.env.PORT },
  timeouts: {},
  userFunctionsPath: resolve('netlify/functions'),
})

createServer(async (req, res) => {
  const { method, headers } = req
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? Readable.toWeb(req) : null
  const request = new Request(`http://${headers.host}${req.url}`, { method, headers, body, duplex: 'half' })
  const match = await functions.match(request)
  if (match === undefined) return res.writeHead(404).end()
  const response = await match.handle(request)
  res.writeHead(response.status, Object.fromEntries(response.headers)).flushHeaders()
  if (response.body === null) res.end()
  else Readable.fromWeb(response.body).on('error', () => res.destroy()).pipe(res)
}).listen(process.env.PORT, '127.0.0.1')
