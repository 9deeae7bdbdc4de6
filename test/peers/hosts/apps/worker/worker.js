import { createAsk, decodeGraph, readOptions } from 'ask-service'
import chunks from './chunks.json'
import graph from './.service/kg.json'

let ask
export default {
  fetch(request, env, context) {
    ask ??= createAsk({ content: async () => chunks, graph: async () => decodeGraph(graph), ...readOptions(env) })
    const client = request.headers.get('cf-connecting-ip') ?? ''
    return ask.fetch(request, { client, waitUntil: (work) => context.waitUntil(work) })
  },
}
