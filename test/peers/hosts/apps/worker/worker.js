import { createAsk, readOptions } from 'ask-service'
import prebuilt from './.service/index.json' with { type: 'json' }

let ask
export default {
  fetch(request, env, context) {
    ask ??= createAsk({ prebuilt: async () => prebuilt, ...readOptions(env) })
    const client = request.headers.get('cf-connecting-ip') ?? ''
    return ask.fetch(request, { client, waitUntil: (work) => context.waitUntil(work) })
  },
}
