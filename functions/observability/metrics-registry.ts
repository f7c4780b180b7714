/** The metrics of this process, collected by prom-client and rendered in the text format of Prometheus. */
import { Counter, Gauge, Histogram, Registry as PrometheusRegistry } from 'prom-client'
import type { Metrics } from './metrics.ts'
import { type GaugeName, type Labels, METRICS, type MetricName } from './metrics-catalogue.ts'

export interface MetricsRegistry extends Metrics {
  /** The media type of the text. */
  readonly contentType: string
  /** All metrics as text, each with its help and kind. */
  render(): Promise<string>
}

/** Upper bounds of the histograms' buckets: a put on a good disk takes 5 ms, a client gives up after 30 s. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Combinations of labels that a metric may have; further ones are not counted, so that no caller can fill the memory. */
const MAX_SERIES = 2_000

export function metricsRegistry(): MetricsRegistry {
  const registry = new PrometheusRegistry()
  const counters = new Map<MetricName, Counter>()
  const histograms = new Map<MetricName, Histogram>()
  const series = new Map<MetricName, Set<string>>()
  for (const [name, { kind, help, labels }] of Object.entries(METRICS)) {
    const configuration = { name, help, labelNames: [...labels], registers: [registry] }
    if (kind === 'counter') counters.set(name as MetricName, new Counter(configuration))
    if (kind === 'histogram')
      histograms.set(name as MetricName, new Histogram({ ...configuration, buckets: BUCKETS_SECONDS }))
    series.set(name as MetricName, new Set())
  }
  const gauges = new Map<GaugeName, Gauge>()
  const last = new Map<GaugeName, number>()

  /** Whether the metric has, or has room for, this combination. */
  const hasRoom = (name: MetricName, labels: Labels): boolean => {
    const known = series.get(name)!
    const key = JSON.stringify(labels)
    if (!known.has(key) && known.size >= MAX_SERIES) return false
    known.add(key)
    return true
  }

  return {
    contentType: registry.contentType,
    count(name, labels = {}, by = 1) {
      if (hasRoom(name, labels)) counters.get(name)!.inc(labels, by)
    },
    observe(name, seconds, labels = {}) {
      if (hasRoom(name, labels)) histograms.get(name)!.observe(labels, seconds)
    },
    set(name, value) {
      last.set(name, value)
      // Created when it is first set: a gauge that was never set would be shown as 0, which would look like a full disk.
      const gauge = gauges.get(name) ?? new Gauge({ name, help: METRICS[name].help, registers: [registry] })
      gauges.set(name, gauge)
      gauge.set(value)
    },
    gauge: (name) => last.get(name),
    render: () => registry.metrics(),
  }
}
