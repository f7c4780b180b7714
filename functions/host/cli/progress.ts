/** Shows on a terminal's stderr how far a long piece of work has come: after two seconds, then once a second. */

export interface Progress {
  /** Calls `line` only when its text will be shown. */
  report(line: () => string): void
  /** Wipes the line. */
  done(): void
}

const DELAY_MS = 2000
const INTERVAL_MS = 1000

export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return { report: () => {}, done: () => {} }
  let next = performance.now() + DELAY_MS
  let shown = false
  return {
    report(line) {
      const now = performance.now()
      if (now < next) return
      next = now + INTERVAL_MS
      shown = true
      stream.write(`\r\u001b[K${line()}`)
    },
    done() {
      if (shown) stream.write('\r\u001b[K')
      shown = false
    },
  }
}
