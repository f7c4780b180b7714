/**
 * `npm run load [-- boards readers pollers seconds]`: the round of round-load.ts against a host in a process of its own,
 * with the CPU of both.
 */
import { removeBundle, serve, temporaryFolder } from '../kit/command.ts'
import { cpuSeconds, residentMb } from './measure.ts'
import { runLoad } from './round-load.ts'

const [boards = 200, readers = 200, pollers = 50, seconds = 60] = process.argv.slice(2).map(Number)
const folder = temporaryFolder()
const host = await serve(folder.path)
const pid = host.child.pid ?? 0
const [hostBefore, ownBefore, begun] = [cpuSeconds(pid), cpuSeconds(process.pid), performance.now()]
const load = { boards, readers, pollers, seconds, eventsAMinute: 3_000 }
const figures = await runLoad(host.url, host.token('arbiter'), load).catch(async (error: unknown) => {
  await host.stop()
  throw error
})
const took = (performance.now() - begun) / 1000
const share = (used: number) => `${((100 * used) / took).toFixed(0)} % of a core`
const { wrong, ...rest } = figures
console.log(JSON.stringify({ boards, readers, pollers, seconds, ...rest }, null, 1))
console.log(`host       ${share(cpuSeconds(pid) - hostBefore)}, ${residentMb(pid).toFixed(0)} MB`)
console.log(`generator  ${share(cpuSeconds(process.pid) - ownBefore)}`)
console.log(wrong.length === 0 ? 'every reader holds the fold' : `WRONG: ${wrong.slice(0, 20).join('; ')}`)
await host.stop()
folder.remove()
removeBundle()
process.exitCode = wrong.length === 0 && figures.late.p99 < 150 ? 0 : 1
