/**
 * Runs types and lint at the same time, and with `--with-tests` all tests too: each uses one core for most of its time. What types and lint
 * print comes when each has ended, what tests print at once; which of them failed is said at the end.
 */
import { execFile, spawn } from 'node:child_process'

const shell = process.platform === 'win32'

/** What it prints is kept until it has ended, so that two outputs do not run into one another. */
const checked = (script) =>
  new Promise((resolve) =>
    execFile('npm', ['run', script], { shell, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      process.stdout.write(stdout)
      process.stderr.write(stderr)
      resolve({ script, passed: error === null })
    }),
  )

const tested = () =>
  new Promise((resolve) =>
    spawn('npm', ['run', 'vitest'], { shell, stdio: 'inherit' }).on('close', (code) =>
      resolve({ script: 'vitest', passed: code === 0 }),
    ),
  )

const runs = [...['types', 'lint'].map(checked), ...(process.argv.includes('--with-tests') ? [tested()] : [])]
const failed = (await Promise.all(runs)).filter(({ passed }) => !passed)
for (const { script } of failed) process.stderr.write(`npm run ${script} failed\n`)
process.exitCode = failed.length === 0 ? 0 : 1
