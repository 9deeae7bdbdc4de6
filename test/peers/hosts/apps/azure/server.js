import { app } from '@azure/functions'
import { ask } from './ask.js'

app.setup({ enableHttpStream: true })
app.http('ask', {
  authLevel: 'anonymous',
  methods: ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'],
  route: 'ask/{*path}',
  async handler(request) {
    const { status, headers, body } = await ask.fetch(request)
    return { status, headers, body }
  },
})
