/** All metrics of the service: names, kinds and meanings. docs/operations.md explains each. */

export const METRICS = {
  touchmove_append_seconds: {
    kind: 'histogram',
    help: 'Time from a commit being sent to the store until its answer',
    labels: [],
  },
  touchmove_appends_total: {
    kind: 'counter',
    help: 'Commits sent to the store, by outcome: stored, conflict, unknown, failed',
    labels: ['outcome'],
  },
  touchmove_request_seconds: {
    kind: 'histogram',
    help: 'Time to answer an HTTP request',
    labels: ['method', 'route'],
  },
  touchmove_requests_total: {
    kind: 'counter',
    help: 'HTTP requests answered, by route and status',
    labels: ['method', 'route', 'status'],
  },
  touchmove_faults_total: {
    kind: 'counter',
    help: 'Faults of ours: answers of 500, failed work in the background, and 503 where the database did not answer',
    labels: ['kind'],
  },
  touchmove_auth_failures_total: {
    kind: 'counter',
    help: 'Tokens that did not hold',
    labels: [],
  },
  touchmove_verdicts_total: { kind: 'counter', help: 'Verdicts that arose, by rule', labels: ['rule'] },
  touchmove_clock_offset_seconds: {
    kind: 'histogram',
    help: "How far reporters' clocks were from ours, where they said when they sent",
    labels: [],
  },
  touchmove_projection_lag_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest commit that a view does not show yet',
    labels: [],
  },
  touchmove_views_to_rebuild: {
    kind: 'gauge',
    help: 'Listed streams whose views are still to be made anew; 0 when no rebuild is under way',
    labels: [],
  },
  touchmove_quarantined_streams: {
    kind: 'gauge',
    help: 'Streams set aside because they cannot be folded or verified',
    labels: [],
  },
  touchmove_unanchored_streams: {
    kind: 'gauge',
    help: 'Streams with commits that no signed anchor holds yet',
    labels: [],
  },
  touchmove_webhook_deliveries_failing: {
    kind: 'gauge',
    help: 'Webhooks and games, each pair once, of which the last delivery was not taken; games of which it is not known what is owed',
    labels: [],
  },
  touchmove_log_entries: {
    kind: 'gauge',
    help: 'Entries of the newest signed checkpoint of the log of appends',
    labels: [],
  },
  touchmove_witnessed_entries: {
    kind: 'gauge',
    help: 'Entries of the log that each witness has seen',
    labels: [],
  },
  touchmove_witnessed_age_seconds: {
    kind: 'gauge',
    help: 'Time since the cosignature over them',
    labels: [],
  },
  touchmove_unwitnessed_seconds: {
    kind: 'gauge',
    help: 'How long the oldest entry of the log has waited that a witness has not seen',
    labels: [],
  },
  touchmove_log_contradictions: {
    kind: 'gauge',
    help: 'Witnesses that saw another log under this name',
    labels: [],
  },
  touchmove_streams_open: { kind: 'gauge', help: 'Live streams that viewers hold open', labels: [] },
  touchmove_streams_ended_total: {
    kind: 'counter',
    help: 'Live streams that the host ended, by why: stalled, unsent, long, rights, full',
    labels: ['why'],
  },
  touchmove_disk_free_bytes: { kind: 'gauge', help: 'Room left where the data folder lies', labels: [] },
  touchmove_memory_bytes: { kind: 'gauge', help: 'Resident memory of the host', labels: [] },
  touchmove_uptime_seconds: { kind: 'gauge', help: 'Time since the host started', labels: [] },
} as const satisfies Record<string, { kind: Kind; help: string; labels: readonly string[] }>

type Kind = 'counter' | 'gauge' | 'histogram'
export type MetricName = keyof typeof METRICS
type Named<K extends Kind> = {
  [N in MetricName]: (typeof METRICS)[N]['kind'] extends K ? N : never
}[MetricName]
export type CounterName = Named<'counter'>
export type GaugeName = Named<'gauge'>
export type HistogramName = Named<'histogram'>

/** Values of a metric's labels, by name: few values each, never ids of people or games. */
export type Labels = Readonly<Record<string, string>>
