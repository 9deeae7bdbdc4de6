/**
 * Samples -> the text format of Prometheus, version 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/).
 */

/** The media type of the format. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

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
