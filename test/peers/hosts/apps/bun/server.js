import { ask } from './ask.js'

export default {
  hostname: '127.0.0.1',
  idleTimeout: 60,
  fetch: (request, server) => ask.fetch(request, { client: server.requestIP(request)?.address }),
}
