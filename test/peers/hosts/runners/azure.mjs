/**
 * The host of Azure Functions: loads `server.js` with the interface that a worker has, and passes each request to the
 * address that the package opens for streams, along with the call of the function. What the platform does here is
 * written after the interface `@azure/functions-core`.
 */
import { randomUUID } from 'node:crypto'
import { createServer, request as send } from 'node:http'
import Module from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

let model
let registered
const core = {
  setProgrammingModel: (given) => (model = given),
  registerFunction: (metadata, callback) => (registered = { metadata, callback }),
  log: () => undefined,
}
const load = Module._load
Module._load = (name, ...rest) => (name === '@azure/functions-core' ? core : load(name, ...rest))

await import(pathToFileURL(resolve('server.js')))
const { HttpUri } = await model.getCapabilities({})
const { metadata, callback } = registered
const [trigger] = Object.keys(metadata.bindings)

createServer((req, res) => {
  const invocationId = randomUUID()
  const { method, url: path, headers: { host, ...rest } } = req
  const added = { 'x-forwarded-host': host, 'x-forwarded-proto': 'https', 'x-ms-invocation-id': invocationId }
  const headers = { ...rest, ...added }
  const proxied = send(HttpUri, { method, path, headers, agent: false }, (reply) => {
    res.writeHead(reply.statusCode, reply.headers).flushHeaders()
    reply.pipe(res)
  })
  res.once('close', () => proxied.destroy())
  req.pipe(proxied)
  call(invocationId, req.headers).catch((error) => {
    console.error(error)
    res.destroy()
  })
}).listen(process.env.PORT, '127.0.0.1')

async function call(invocationId, headers) {
  const triggerMetadata = { Headers: { json: JSON.stringify(headers) } }
  const request = { inputData: [{ name: trigger, data: {} }], triggerMetadata }
  const invocation = model.getInvocationModel({ invocationId, metadata, request, log: () => undefined })
  const { context, inputs } = await invocation.getArguments()
  await invocation.getResponse(context, await invocation.invokeFunction(context, inputs, callback))
}
