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

interface Counter {
  value: number
}

interface Histogram {
  /** How many fell to each bound and not to one below it. */
  readonly buckets: number[]
  sum: number
  count: number
}

export function metricsRegistry(): Registry {
  const numbers = new Map<MetricName, Map<string, Counter>>()
  const histograms = new Map<MetricName, Map<string, Histogram>>()

  const counter = (name: MetricName, labels: Labels = {}) => {
    const place = placeIn(seriesOf(numbers, name), keyOf(name, labels), () => ({ value: 0 }))
    return (by = 1) => {
      if (place !== null) place.value += by
    }
  }

  const histogram = (name: MetricName, labels: Labels = {}) => {
    const place = placeIn(seriesOf(histograms, name), keyOf(name, labels), () => ({
      buckets: BOUNDS.map(() => 0),
      sum: 0,
      count: 0,
    }))
    return (seconds: number) => {
      if (place === null) return
      let k = 0
      while (k < BOUNDS.length && seconds > BOUNDS[k]!) k++
      if (k < BOUNDS.length) place.buckets[k]!++
      place.sum += seconds
      place.count++
    }
  }

  return {
    counter,
    histogram,
    count: (name, labels, by) => counter(name, labels)(by),
    observe: (name, seconds, labels) => histogram(name, labels)(seconds),
    set(name, value) {
      seriesOf(numbers, name).set('', { value })
    },
    gauge: (name) => numbers.get(name)?.get('')?.value,
    render() {
      const lines: string[] = []
      for (const [name, { kind, help }] of Object.entries(METRICS)) {
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`)
        for (const [key, { value }] of numbers.get(name as MetricName) ?? [])
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

/** The place of a combination of labels; null where there are too many. */
function placeIn<T>(series: Map<string, T>, key: string, make: () => T): T | null {
  const known = series.get(key)
  if (known !== undefined) return known
  if (series.size >= MOST_SERIES) return null
  const place = make()
  series.set(key, place)
  return place
}

/** `method="GET",route="/games/{g}"`, in the catalogue's order. */
const keyOf = (name: MetricName, labels: Labels): string =>
  METRICS[name].labels.map((label) => `${label}="${escaped(labels[label] ?? '')}"`).join(',')

const SPECIAL = /[\\"\n]/

const escaped = (value: string): string => (SPECIAL.test(value) ? escapedWhole(value) : value)

const escapedWhole = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const named = (name: string, ...labels: string[]): string => {
  const all = labels.filter((label) => label !== '').join(',')
  return all === '' ? name : `${name}{${all}}`
}

/** A bucket tells how many were at most its bound, those of lower bounds included. */
function histogramLines(name: string, key: string, { buckets, sum, count }: Histogram): string[] {
  let below = 0
  return [
    ...BOUNDS.map((bound, k) => {
      below += buckets[k]!
      return `${named(`${name}_bucket`, key, `le="${bound}"`)} ${below}`
    }),
    `${named(`${name}_bucket`, key, 'le="+Inf"')} ${count}`,
    `${named(`${name}_sum`, key)} ${sum}`,
    `${named(`${name}_count`, key)} ${count}`,
  ]
}
