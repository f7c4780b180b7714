/**
 * `npm run faults -- [--seconds 60] [--seed N] [--store here|apart|memory]`: the service among faults. `apart` runs the
 * database in a process that is really killed, and really fills its disk; it is slower, so its counts are smaller.
 */
import { parseArgs } from 'node:util'
import { FAULTS } from './world/director.ts'
import { runWorld } from './world/world.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string' }, seed: { type: 'string' }, store: { type: 'string' } },
})
const seconds = Number(values.seconds ?? 60)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
console.log(`seed ${seed}, ${seconds} s`)
const started = Date.now()
/** In 60 seconds each kind strikes 200 times; a slow machine takes up to fifteen times as long over it. */
const atLeast = Math.ceil((200 * seconds) / 60)
const { violations, counts, steps, answered, episodes } = await runWorld({
  seed,
  seconds,
  atLeast,
  store: (values.store ?? 'here') as 'here' | 'apart' | 'memory',
})
for (const fault of FAULTS) console.log(`${String(counts[fault]).padStart(6)}  ${fault}`)
console.log(
  `${steps} steps in ${episodes} episodes, ${Math.round((Date.now() - started) / 1000)} s; ${answered} events acknowledged`,
)
const { lost, doubled, gaps, viewsUnequal, other, reported } = violations
console.log(
  `acknowledged events lost ${lost}, doubled ${doubled}, gaps ${gaps}, views unequal to the fold ${viewsUnequal}, other ${other}`,
)
for (const each of reported) console.log(`  ${each}`)
if (reported.length > 0)
  console.log(`seed ${seed} found this: npm run faults -- --seconds ${seconds} --seed ${seed}`)
process.exit(reported.length > 0 ? 1 : 0)
