import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { ask } from './ask.js'

const app = new Hono()
app.mount('/api/ask', (request, env) => ask.fetch(request, { client: env.incoming.socket.remoteAddress }), { replaceRequest: false })
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
