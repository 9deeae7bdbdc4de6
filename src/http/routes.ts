/**
 * The contract's routes over a service: a table of method, pattern and answer.
 */
import { AskError } from '../errors.ts'
import type { Service } from '../service.ts'
import { readAskRequest } from './body.ts'
import { replyToAsk } from './keyword.ts'
import { createMcpEndpoint } from './mcp.ts'
import { createServiceMcp, type Surroundings } from './mcp-service.ts'
import type { HttpReply } from './message.ts'
import type { Representation } from './reply.ts'
import { createReadReplies, JSON_TYPE, jsonReply } from './reply.ts'
import type { Call, Route } from './router.ts'
import type { HttpSettings } from './settings.ts'

/** The base path as openapi.yaml is written. */
const WRITTEN_ENDPOINT = '/api/ask'

/** All that the service answers, at its configured paths. */
export function createRoutes(service: Service, settings: HttpSettings, surroundings: Surroundings): readonly Route[] {
  const { endpoint, openapi } = settings
  const readReply = createReadReplies()
  const answerMcp = createMcpEndpoint(createServiceMcp(service, settings.maxQueryCodePoints, surroundings), settings)

  function show({ request }: Call, subject: object, value: unknown = subject): Promise<HttpReply> {
    return readReply(request, subject, json(value))
  }

  const routes = [
    get(endpoint, async (call) => {
      const suggestions = await service.suggestions()
      return show(call, suggestions, { suggestions, model: service.model })
    }),
    post(endpoint, async ({ request }) => {
      const ask = await readAskRequest(request, settings.maxBodyBytes)
      return replyToAsk(service, ask, settings.maxQueryCodePoints)
    }),
    get(`${endpoint}/glossary`, async (call) => show(call, await service.glossary())),
    get(`${endpoint}/glossary/{term}`, async (call) => {
      return show(call, found(await service.term(call.param), 'No glossary entry has this term or alias.'))
    }),
    get(`${endpoint}/sections`, async (call) => {
      const group = new URLSearchParams(call.query).get('group') || null
      return show(call, await service.sections(group))
    }),
    get(`${endpoint}/sections/{id}`, async (call) => {
      return show(call, found(await service.section(call.param), 'No section has this id.'))
    }),
    get(`${endpoint}/overview`, async (call) => show(call, await service.overview())),
    post(`${endpoint}/mcp`, ({ request }) => answerMcp(request)),
    get('/healthz', async () => jsonReply(200, { status: 'ok' })),
  ]
  if (openapi === null) return routes
  const document = yaml(openapi, endpoint)
  return [...routes, get('/openapi.yaml', ({ request }) => readReply(request, document, document))]
}

function get(pattern: string, answer: Route['answer']): Route {
  return { method: 'GET', pattern, answer }
}

function post(pattern: string, answer: Route['answer']): Route {
  return { method: 'POST', pattern, answer }
}

function found<T>(value: T | null, message: string): T {
  if (value === null) throw new AskError('not-found', message)
  return value
}

function json(value: unknown): Representation {
  return { type: JSON_TYPE, text: () => JSON.stringify(value) }
}

/** The text of openapi.yaml with the base path where it is configured. */
function yaml(openapi: string, endpoint: string): Representation {
  return { type: 'application/yaml; charset=utf-8', text: () => openapi.replaceAll(WRITTEN_ENDPOINT, () => endpoint) }
}
