import { chunkPages, createAsk, readOptions } from 'ask-service'
import { findGraph, readFolder } from 'ask-service/node'

export const ask = createAsk({
  content: async () => chunkPages((await readFolder('docs')).pages),
  graph: () => findGraph('.service/kg.json'),
  ...readOptions(process.env),
})
