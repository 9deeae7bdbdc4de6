/** The whole suite of the contract over a service whose content is in a real engine. */
import assert from 'node:assert/strict'
import { before, describe } from 'node:test'
import type { Service } from '../../../src/core/service.ts'
import { resolveConnection } from '../../../src/addons/store/opensearch/address.ts'
import { createOpenSearch } from '../../../src/addons/store/opensearch/opensearch.ts'
import { createWriter } from '../../../src/addons/store/opensearch/writer.ts'
import { createStoreService } from '../../../src/addons/store/service.ts'
import { testHttp } from '../../contract/http.suite.ts'
import { testStreams } from '../../contract/stream.suite.ts'
import type { ServiceWith } from '../../support/http.ts'
import { GRAPH, PAGES } from '../../support/service.ts'
import { needsEngine } from './engine.ts'
import { PATIENT_MS, shareEngine } from './shared-engine.ts'
import { pushSite, siteOf } from './site.ts'

const DEPS = { now: Date.now, random: Math.random }

describe('the contract over a store', needsEngine, () => {
  let service: Service

  before(async () => {
    const { urls } = await shareEngine()
    const connection = resolveConnection({ url: urls.join(), index: `ask-contract-${process.pid}`, searchMs: PATIENT_MS })
    await pushSite(createWriter(connection, { shards: 1, replicas: 0 }, DEPS), await siteOf(PAGES, GRAPH))
    service = createStoreService(createOpenSearch(connection, DEPS), {
      model: 'test-model', canAnswer: false, log: () => undefined, now: Date.now,
    })
  })

  const serviceWith: ServiceWith = (changes = {}) => {
    const { store = assert.fail('the service has no store') } = service
    const { sections } = changes
    if (sections === undefined) return { ...service, ...changes }
    async function* summaries(group: string | null) {
      yield (await sections!(group)).sections
    }
    return { ...service, ...changes, store: { ...store, summaries } }
  }

  testHttp({ name: 'store', serviceWith })
  testStreams({ name: 'store', serviceWith })
})
