/** A reporter for Stryker that prints each surviving mutant at once, so that an interrupted run has printed what it found. */
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'

const SURVIVED = ['Survived', 'NoCoverage']

class SurvivorsReporter {
  /** @param {import('@stryker-mutator/api/core').MutantResult} result */
  onMutantTested({ fileName, location, mutatorName, replacement, status }) {
    if (!SURVIVED.includes(status)) return
    const place = `${fileName.slice(fileName.lastIndexOf('domain/'))}:${location.start.line}:${location.start.column}`
    const text = (replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 100)
    process.stdout.write(`${status} ${place} ${mutatorName}: ${text}\n`)
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, 'survivors', SurvivorsReporter)]
