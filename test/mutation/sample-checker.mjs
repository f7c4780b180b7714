/** Stryker's checker that lets one mutant in so many through: which ones, the seed and the mutant itself decide. */
import { createHash } from 'node:crypto'
import { CheckStatus } from '@stryker-mutator/api/check'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'

const [oneIn = 1, seed = 1] = (process.env['TOUCHMOVE_MUTANTS'] ?? '1:1').split(':').map(Number)

/** @param {import('@stryker-mutator/api/core').Mutant} mutant */
function isChosen({ fileName, mutatorName, location, replacement }) {
  const path = fileName.slice(fileName.lastIndexOf('domain'))
  const { start, end } = location
  const place = [path, start.line, start.column, end.line, end.column]
  const name = [seed, ...place, mutatorName, replacement].join('\n')
  return createHash('sha256').update(name).digest().readUInt32BE(0) % oneIn === 0
}

class SampleChecker {
  async init() {}

  /** @param {import('@stryker-mutator/api/core').Mutant[]} mutants */
  async check(mutants) {
    const verdictOn = (mutant) =>
      isChosen(mutant)
        ? { status: CheckStatus.Passed }
        : { status: CheckStatus.CompileError, reason: 'not in the sample' }
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, verdictOn(mutant)]))
  }

  group(mutants) {
    return [mutants.map(({ id }) => id)]
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker)]
