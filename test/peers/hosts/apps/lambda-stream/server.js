import { pipeline } from 'node:stream/promises'
import { ask } from './ask.js'

export const handler = awslambda.streamifyResponse(async (event, stream) => {
  const { domainName, http: { method, sourceIp } } = event.requestContext
  const body = event.body ? Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8') : undefined
  const url = `https://${domainName}${event.rawPath}?${event.rawQueryString}`
  const request = new Request(url, { method, headers: event.headers, body })
  const response = await ask.fetch(request, { client: sourceIp })
  const head = { statusCode: response.status, headers: Object.fromEntries(response.headers) }
  const out = awslambda.HttpResponseStream.from(stream, head)
  out.write('')
  await pipeline(response.body ?? [], out)
})
