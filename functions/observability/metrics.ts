/**
 * The port for metrics: they are counted where things happen, and read by monitoring. In the cloud CloudWatch
 * counts requests, errors and the log's lines by itself (infra/stacks/observability.ts), without Powertools' metrics and tracer.
 */
import type { CounterName, GaugeName, HistogramName, Labels } from './metrics-catalogue.ts'

export interface Metrics {
  count(name: CounterName, labels?: Labels, by?: number): void
  /** Seconds. */
  observe(name: HistogramName, seconds: number, labels?: Labels): void
  set(name: GaugeName, value: number): void
  /** What a gauge was set to last, undefined where it was never set. */
  gauge(name: GaugeName): number | undefined
}
