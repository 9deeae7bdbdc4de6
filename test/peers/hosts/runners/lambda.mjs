/**
 * AWS Lambda behind a function URL: a request as an event of the payload format 2.0, given to the handler of
 * `server.js`; what the handler returns, or writes if it streams, as the response. What the platform does here is
 * written after its manual.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { pathToFileURL } from 'node:url'

const streaming = new WeakSet()
globalThis.awslambda = {
  streamifyResponse: (handler) => (streaming.add(handler), handler),
  HttpResponseStream: {
    /** The head goes out with the first write. */
    from(stream, head) {
      const { write } = stream
      stream.write = (...args) => {
        stream.write = write
        stream.emit('head', head)
        return stream.write(...args)
      }
      return stream
    },
  },
}
const { handler } = await import(pathToFileURL(resolve('server.js')))

createServer(async (req, res) => {
  const event = await eventOf(req)
  if (streaming.has(handler)) {
    const stream = new PassThrough()
    stream.once('head', ({ statusCode, headers }) => res.writeHead(statusCode, headers).flushHeaders())
    stream.pipe(res)
    await handler(event, stream, {}).catch(() => res.destroy())
  } else {
    const { statusCode, headers, body = '', isBase64Encoded } = await handler(event, {})
    res.writeHead(statusCode, headers).end(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'))
  }
}).listen(process.env.PORT, '127.0.0.1')

async function eventOf(req) {
  const pieces = []
  req.on('data', (piece) => pieces.push(piece))
  await once(req, 'end')
  const [rawPath, rawQueryString = ''] = req.url.split('?')
  return {
    version: '2.0',
    rawPath,
    rawQueryString,
    headers: req.headers,
    requestContext: { domainName: req.headers.host, http: { method: req.method, sourceIp: req.socket.remoteAddress } },
    ...(pieces.length > 0 && { body: Buffer.concat(pieces).toString('base64'), isBase64Encoded: true }),
  }
}
