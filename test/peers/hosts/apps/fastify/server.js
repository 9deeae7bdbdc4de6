import Fastify from 'fastify'
import { createListener } from 'ask-service/node'
import { ask } from './ask.js'

const app = Fastify()
const listen = createListener(ask.handle)
const onRequest = (request, reply) => void listen(request.raw, reply.hijack().raw)
for (const url of ['/api/ask', '/api/ask/*']) app.all(url, { onRequest }, () => undefined)
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
