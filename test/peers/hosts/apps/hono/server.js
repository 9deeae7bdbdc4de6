import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { ask } from './ask.js'

const app = new Hono()
app.all('/api/ask/*', (c) => ask.fetch(c.req.raw, { client: c.env.incoming.socket.remoteAddress }))
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
