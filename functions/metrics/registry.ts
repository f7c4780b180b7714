/** Figures kept in this process and shown in the text format of Prometheus (exposition format 0.0.4). */
import { type Labels, METRICS, type MetricName } from './catalogue.ts'
import type { Metrics } from './metrics.ts'

export interface Registry extends Metrics {
  /** All figures as text, each metric with its help and kind. */
  render(): string
}

/** Upper bounds in seconds: a put on a good disk takes 5 ms, a client gives up after 30 s. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** So many combinations of labels a metric may have; what comes after is left out, so that nobody can fill the memory. */
const MOST_SERIES = 2_000

interface Histogram {
  readonly buckets: number[]
  sum: number
  count: number
}

export function metricsRegistry(): Registry {
  const numbers = new Map<MetricName, Map<string, number>>()
  const histograms = new Map<MetricName, Map<string, Histogram>>()

  return {
    count(name, labels = {}, by = 1) {
      const series = seriesOf(numbers, name)
      const key = keyOf(name, labels)
      if (series.has(key) || series.size < MOST_SERIES) series.set(key, (series.get(key) ?? 0) + by)
    },
    set(name, value) {
      seriesOf(numbers, name).set('', value)
    },
    gauge: (name) => numbers.get(name)?.get(''),
    observe(name, seconds, labels = {}) {
      const series = seriesOf(histograms, name)
      const key = keyOf(name, labels)
      if (!series.has(key) && series.size >= MOST_SERIES) return
      const histogram = series.get(key) ?? { buckets: BOUNDS.map(() => 0), sum: 0, count: 0 }
      series.set(key, histogram)
      BOUNDS.forEach((bound, k) => {
        if (seconds <= bound) histogram.buckets[k]!++
      })
      histogram.sum += seconds
      histogram.count++
    },
    render() {
      const lines: string[] = []
      for (const [name, { kind, help }] of Object.entries(METRICS)) {
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`)
        for (const [key, value] of numbers.get(name as MetricName) ?? [])
          lines.push(`${named(name, key)} ${value}`)
        for (const [key, histogram] of histograms.get(name as MetricName) ?? [])
          lines.push(...histogramLines(name, key, histogram))
      }
      return `${lines.join('\n')}\n`
    },
  }
}

function seriesOf<T>(all: Map<MetricName, Map<string, T>>, name: MetricName): Map<string, T> {
  const series = all.get(name) ?? new Map<string, T>()
  all.set(name, series)
  return series
}

/** `method="GET",route="/games/{g}"`, in the catalogue's order. */
const keyOf = (name: MetricName, labels: Labels): string =>
  METRICS[name].labels.map((label) => `${label}="${escaped(labels[label] ?? '')}"`).join(',')

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const named = (name: string, ...labels: string[]): string => {
  const all = labels.filter((label) => label !== '').join(',')
  return all === '' ? name : `${name}{${all}}`
}

const histogramLines = (name: string, key: string, { buckets, sum, count }: Histogram): string[] => [
  ...BOUNDS.map((bound, k) => `${named(`${name}_bucket`, key, `le="${bound}"`)} ${buckets[k]}`),
  `${named(`${name}_bucket`, key, 'le="+Inf"')} ${count}`,
  `${named(`${name}_sum`, key)} ${sum}`,
  `${named(`${name}_count`, key)} ${count}`,
]
