/** Chooses the mutants that a run tries, before anything is instrumented: only their lines then carry Stryker's code. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createInstrumenter } from '@stryker-mutator/instrumenter'
import { createInjector } from 'typed-inject'

const quiet = () => {}
const logger = {
  isDebugEnabled: () => false,
  isTraceEnabled: () => false,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
  fatal: quiet,
}

/** A name for a mutant, of what it changes and where, that is the same in every run. Lines are counted from 0. */
export function mutantName({ fileName, mutatorName, location, replacement }) {
  const { start, end } = location
  const path = fileName.slice(fileName.lastIndexOf('domain'))
  return [path, start.line, start.column, end.line, end.column, mutatorName, replacement].join('\n')
}

/** All mutants of the files, in an order that depends on the seed and the mutants alone. */
async function shuffledMutants(files, seed) {
  const instrumenter = createInjector()
    .provideValue('logger', logger)
    .provideValue('options', {})
    .injectFunction(createInstrumenter)
  const sources = files.map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true }))
  const { mutants } = await instrumenter.instrument(sources, {
    ignorers: [],
    plugins: null,
    excludedMutations: [],
  })
  const place = (mutant) =>
    createHash('sha256')
      .update(`${seed}\n${mutantName(mutant)}`)
      .digest()
      .readUInt32BE(0)
  return mutants.map((mutant) => ({ mutant, place: place(mutant) })).sort((a, b) => a.place - b.place)
}

/** The chosen mutants of one path: `sample` of them, or one in `oneIn`; all where neither is given. */
export async function chooseMutants(files, { seed, sample, oneIn }) {
  const mutants = await shuffledMutants(files, seed)
  const chosen = mutants.filter(({ place }) => place % oneIn === 0).slice(0, sample ?? mutants.length)
  return { of: mutants.length, chosen: chosen.map(({ mutant }) => mutant) }
}
