import { ask } from './ask.js'

export default { fetch: (request, { remoteAddr }) => ask.fetch(request, { client: remoteAddr.hostname }) }
