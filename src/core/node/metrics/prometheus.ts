/**
 * Metrics -> a server of their own, so that no reader of the site reaches them, in the text format of Prometheus,
 * version 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats/).
 */
import { AskError } from '../../base/errors.ts'
import { withHostCheck } from '../../http/wire/host.ts'
import type { Handler } from '../../http/wire/message.ts'
import { errorReply, methodReply } from '../../http/wire/reply.ts'
import { type RunningServer, startServer } from '../server/server.ts'

/** The path that scrapers ask for by default. */
const METRICS_PATH = '/metrics'
/** Connections of all scrapers. */
const MAX_CONNECTIONS = 64

/** The media type of the format. */
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** One value of a metric with its labels. */
export interface Sample {
  /** Added to the name of the metric: `_bucket`, `_sum`, `_count`. Default: nothing. */
  readonly suffix?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** A metric: a name with its samples. */
export interface Metric {
  /** With its unit, and `_total` for a counter. */
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly samples: readonly Sample[]
}

/** A gauge without labels. */
export function gauge(name: string, help: string, value: number): Metric {
  return { name, type: 'gauge', help, samples: [{ value }] }
}

/** Formats metrics, each with its help and type; one without samples is left out. */
export function formatMetrics(metrics: readonly Metric[]): string {
  return metrics.filter(({ samples }) => samples.length > 0).map(formatMetric).join('')
}

function formatMetric({ name, type, help, samples }: Metric): string {
  const lines = samples.map(
    ({ suffix = '', labels = {}, value }) => `${name}${suffix}${formatLabels(labels)} ${formatValue(value)}\n`,
  )
  return `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function formatLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeHelp(value).replaceAll('"', '\\"')}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function formatValue(value: number): string {
  if (value === Infinity) return '+Inf'
  return value === -Infinity ? '-Inf' : String(value)
}

/** Address of the metrics. */
interface MetricsAddress {
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
