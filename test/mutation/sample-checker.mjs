/** A checker for Stryker that passes the chosen mutants, and rejects others on the same lines. */
import { readFileSync } from 'node:fs'
import { CheckStatus } from '@stryker-mutator/api/check'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { mutantName } from './sample.mjs'

class SampleChecker {
  async init() {
    this.names = new Set(JSON.parse(readFileSync(process.env['TOUCHMOVE_MUTANTS'], 'utf8')))
  }

  /** @param {import('@stryker-mutator/api/core').Mutant[]} mutants */
  async check(mutants) {
    const verdictOn = (mutant) =>
      this.names.has(mutantName(mutant))
        ? { status: CheckStatus.Passed }
        : { status: CheckStatus.CompileError, reason: 'not in the sample' }
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, verdictOn(mutant)]))
  }

  group(mutants) {
    return [mutants.map(({ id }) => id)]
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker)]
