/**
 * `npm run load [-- boards readers pollers seconds hosts]`: the round of round-load.ts against hosts in processes of their own,
 * with the CPU of all. One host has the embedded database; several share one that runs in a process of its own. Hosts log
 * warnings alone, and the load of the machine is printed with the figures.
 */
import { loadavg } from 'node:os'

import { removeBundle, type Serving, serve, temporaryFolder } from '../kit/command.ts'
import { openSharedHosts } from '../kit/shared-hosts.ts'
import { cpuSeconds, residentMb } from './measure.ts'
import { runLoad } from './round-load.ts'

const [boards = 200, readers = 200, pollers = 50, seconds = 60, count = 1] = process.argv.slice(2).map(Number)
const folder = temporaryFolder()
const shared = count > 1 ? await openSharedHosts(folder.path) : null
const hosts: Serving[] = []
const quiet = ['--log', 'warn']
for (let k = 0; k < count; k++)
  hosts.push(await (shared?.start(`host-${k + 1}`, quiet) ?? serve(folder.path, quiet)))
const pids = [...hosts.map(({ child }) => child.pid ?? 0), ...(shared === null ? [] : [shared.databasePid])]
const [before, ownBefore, begun] = [pids.map(cpuSeconds), cpuSeconds(process.pid), performance.now()]
const load = { boards, readers, pollers, seconds, eventsAMinute: 3_000 }
const token = hosts[0]?.token('arbiter') ?? ''
try {
  const urls = hosts.map(({ url }) => url)
  const { wrong, failed, ...rest } = await runLoad(urls, token, load)
  const took = (performance.now() - begun) / 1000
  const share = (used: number) => `${((100 * used) / took).toFixed(0)} % of a core`
  console.log(JSON.stringify({ hosts: count, boards, readers, pollers, seconds, ...rest }, null, 1))
  for (const [k, pid] of pids.entries())
    console.log(
      `${k < count ? 'host     ' : 'database '} ${share(cpuSeconds(pid) - (before[k] ?? 0))}, ${residentMb(pid).toFixed(0)} MB`,
    )
  console.log(`generator ${share(cpuSeconds(process.pid) - ownBefore)}`)
  console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`)
  console.log(
    failed.length === 0
      ? 'every request was answered'
      : `FAILED ${failed.length}: ${failed.slice(0, 5).join('; ')}`,
  )
  console.log(wrong.length === 0 ? 'every reader holds the fold' : `WRONG: ${wrong.slice(0, 20).join('; ')}`)
  process.exitCode = failed.length === 0 && wrong.length === 0 && (count > 1 || rest.late.p99 < 150) ? 0 : 1
} finally {
  for (const host of hosts) await host.stop()
  await shared?.close()
  folder.remove()
  removeBundle()
}
