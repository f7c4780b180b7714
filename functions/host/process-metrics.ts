/** Metrics of the process: its memory, the time since its start, and the free space on the folder's disk. */
import { statfs } from 'node:fs/promises'
import type { Metrics } from '../observability/metrics.ts'

const INTERVAL_MS = 10_000

/** Measures now and every ten seconds, until the returned function is called. */
export async function measureProcess(folder: string, metrics: Metrics): Promise<() => void> {
  const measure = async () => {
    metrics.set('touchmove_memory_bytes', process.memoryUsage.rss())
    metrics.set('touchmove_uptime_seconds', Math.round(process.uptime()))
    try {
      const { bavail, bsize } = await statfs(folder)
      metrics.set('touchmove_disk_free_bytes', bavail * bsize)
    } catch {
      // The file system does not report its free space; the write check of /healthz notices a full one all the same.
    }
  }
  await measure()
  const timer = setInterval(measure, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
