/** Runs types and lint at the same time: each uses one core for most of its time. The output of each is printed when it has ended. */
import { execFile } from 'node:child_process'

const run = (script) =>
  new Promise((resolve) =>
    execFile(
      'npm',
      ['run', script],
      { shell: process.platform === 'win32', maxBuffer: 1e8 },
      (error, stdout, stderr) => {
        process.stdout.write(stdout)
        process.stderr.write(stderr)
        resolve(error === null)
      },
    ),
  )

const passed = await Promise.all(['types', 'lint'].map(run))
process.exitCode = passed.every(Boolean) ? 0 : 1
