/** `npm run audit`: advisories against what we ship. Exit 0: none known; 1: some; 2: the registry could not be asked. */
import { askAdvisories } from './advisories.ts'

const said = askAdvisories(process.cwd())
if (said.kind === 'clean') process.stdout.write(`no advisory against any of ${said.packages} packages\n`)
else if (said.kind === 'known') {
  for (const line of said.lines) process.stdout.write(`${line}\n`)
  process.exitCode = 1
} else {
  process.stderr.write(`NOT CHECKED: ${said.why}\n`)
  process.exitCode = 2
}
