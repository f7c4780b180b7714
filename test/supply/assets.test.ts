/** Pictures and other files that are no code: those that the page is made of are ours, or under a permissive licence. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../kit/command.ts'
import { assetFaults } from './faults.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>
}

/** What the bundler put into the page. */
function inputsOfThePage(): string[] {
  const folder = temporaryFolder()
  const code = `import('${ROOT}/functions/console/bundle.mjs')
    .then((made) => made.bundleConsole('${folder.path}'))
    .then((inputs) => process.stdout.write(JSON.stringify(inputs)))`
  try {
    return JSON.parse(execFileSync(process.execPath, ['-e', code], { cwd: ROOT, encoding: 'utf8' }))
  } finally {
    folder.remove()
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))

const isAsset = (path: string): boolean => !['.ts', '.mts', '.js', '.mjs', '.cjs'].includes(extname(path))

test('what the page takes from packages is code of those that run with us, and its pictures are ours', {
  timeout: 60_000,
}, () => {
  const inputs = inputsOfThePage()
  expect(inputs.filter((path) => path.endsWith('.svg'))).toHaveLength(12)
  const packages = inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [])
  expect(packages.length).toBeGreaterThan(3)
  expect([...new Set(packages)].filter((name) => !(name in manifest.dependencies))).toEqual([])
  expect(inputs.filter((path) => path.includes('node_modules/') && isAsset(path))).toEqual([])
})

test('no picture of ours names somebody else’s licence', () => {
  const pictures = filesIn('functions').filter((path) =>
    /\.(?:svg|png|jpe?g|gif|webp|woff2?|ttf)$/.test(path),
  )
  expect(pictures.length).toBeGreaterThan(12)
  expect(pictures.flatMap((path) => assetFaults(path, readFileSync(join(ROOT, path), 'latin1')))).toEqual([])
})

test('a picture under a share-alike or non-commercial licence, or of somebody else, does not pass', () => {
  for (const notice of [
    'License: Attribution-ShareAlike 3.0 Unported (CC BY-SA 3.0)',
    'https://creativecommons.org/licenses/by-nc-sa/4.0/',
    'GNU General Public License',
    'Copyright 2020 Somebody',
    '© Somebody',
    'Authors: Cburnett',
  ])
    expect(assetFaults('x.svg', `<svg><!-- ${notice} --></svg>`), notice).toHaveLength(1)
  expect(assetFaults('x.svg', '<svg><title>Touchmove</title></svg>')).toEqual([])
})
