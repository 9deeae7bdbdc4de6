/** Metrics -> a server of their own, so that no reader of the site reaches them. */
import { AskError } from '../../base/errors.ts'
import { withHostCheck } from '../../http/wire/host.ts'
import type { Handler } from '../../http/wire/message.ts'
import { errorReply, methodReply } from '../../http/wire/reply.ts'
import { type RunningServer, startServer } from '../server/server.ts'
import { formatMetrics, type Metric, METRICS_TYPE } from './prometheus.ts'

/** The path that scrapers ask for by default. */
const METRICS_PATH = '/metrics'
/** Connections of all scrapers. */
const MAX_CONNECTIONS = 64

/** Address of the metrics. */
export interface MetricsAddress {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** Names by which it may be called besides loopback names, if it listens on loopback. */
  readonly allowedHosts: readonly string[]
}

/** Starts a server that replies to `GET /metrics`. Throws `AskError('listen')` that names the flag and the setting. */
export async function startMetricsServer(
  metrics: () => readonly Metric[],
  { host, port, allowedHosts }: MetricsAddress,
): Promise<RunningServer> {
  const handler: Handler = async ({ method, target }) => {
    if (target.split('?', 1)[0] !== METRICS_PATH) return errorReply(404, `The metrics are at ${METRICS_PATH}.`)
    if (method !== 'GET' && method !== 'HEAD') return methodReply(method, 'GET, HEAD, OPTIONS')
    const headers = { 'content-type': METRICS_TYPE, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
    return { status: 200, headers, body: formatMetrics(metrics()) }
  }
  const limits = { maxConnections: MAX_CONNECTIONS, maxConnectionsPerClient: MAX_CONNECTIONS }
  try {
    return await startServer(withHostCheck(handler, allowedHosts), { host, port, limits })
  } catch (cause) {
    if (!(cause instanceof AskError)) throw cause
    throw new AskError(
      cause.code,
      `Metrics: ${cause.message.replace('--port', '--metrics-port').replace('--host', 'the setting metricsHost')}`,
      { cause },
    )
  }
}
