/**
 * The contract's routes over a service: a table of method, pattern and answer.
 */
import { AskError } from '../base/errors.ts'
import type { Service } from '../service.ts'
import { framesOf } from './answers/answer-frames.ts'
import { askContext, createAsker } from './answers/question-handler.ts'
import { readAskRequest } from './wire/body.ts'
import { eventStreamReply } from './wire/event-stream.ts'
import { createMcpEndpoint } from './mcp/mcp.ts'
import { createServiceMcp, type Surroundings } from './mcp/service.ts'
import type { HttpReply, HttpRequest } from './wire/message.ts'
import type { Representation } from './wire/reply.ts'
import { createReadReplies, JSON_TYPE, jsonReply } from './wire/reply.ts'
import type { Call, Route } from './router.ts'
import type { Answering } from './answers/run-answer.ts'
import type { HttpSettings } from './wire/settings.ts'

/** The base path as openapi.yaml is written. */
const WRITTEN_ENDPOINT = '/api/ask'

/** What the routes stand on besides the service. */
export interface RouteContext extends Surroundings {
  /** Null where the server has no key. */
  readonly answering: Answering | null
}

/** All that the service answers, at its configured paths. */
export function createRoutes(service: Service, settings: HttpSettings, context: RouteContext): readonly Route[] {
  const { answering, now, log } = context
  const { endpoint, openapi, trustedProxies } = settings
  const readReply = createReadReplies()
  const ask = createAsker(service, settings, { answering, now })
  const answerMcp = createMcpEndpoint(createServiceMcp(service, { ask, trustedProxies, now, log }), settings)

  function show({ request }: Call, subject: object, value: unknown = subject): Promise<HttpReply> {
    return readReply(request, subject, json(value))
  }

  async function answerQuestion(request: HttpRequest): Promise<HttpReply> {
    const question = await readAskRequest(request, settings.maxBodyBytes)
    const reply = await ask(question, askContext(request, trustedProxies))
    if (reply.type === 'keyword') return jsonReply(200, reply.response)
    const frames = framesOf(reply.events, { signal: request.signal, now, log })
    return eventStreamReply(frames, settings.heartbeatMs)
  }

  const routes = [
    get(endpoint, async (call) => {
      const suggestions = await service.suggestions()
      return show(call, suggestions, { suggestions, model: service.model })
    }),
    post(endpoint, ({ request }) => answerQuestion(request)),
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
