/**
 * What the deployed functions never use of zod's schemas. They are objects with a hundred methods, which no bundler can tell
 * from used ones; each brings the classes and checks behind it. What is named here and used all the same fails when a bundle
 * is loaded or a request is checked, which test/infra does.
 */

/** The file that these are cut out of, with zod as package-lock.json pins it. */
export const ZOD_SCHEMAS = /node_modules\/zod\/v4\/classic\/schemas\.js$/

/** Methods of every schema, of texts and of numbers. */
const METHODS = [
  ...['brand', 'register', 'superRefine', 'with', 'apply', 'toJSONSchema'],
  ...['exactOptional', 'nonoptional', 'and', 'catch', 'readonly', 'isOptional', 'isNullable'],
  ...['safeParseAsync', 'validate', 'validateAsync'],
  ...['safeEncode', 'safeDecode', 'safeEncodeAsync', 'safeDecodeAsync'],
  ...['includes', 'startsWith', 'endsWith', 'length', 'nonempty', 'lowercase', 'uppercase'],
  ...['trim', 'normalize', 'toLowerCase', 'toUpperCase', 'slugify'],
  ...['gt', 'gte', 'lt', 'lte', 'positive', 'nonnegative', 'negative', 'nonpositive'],
  ...['multipleOf', 'step', 'finite', 'safe'],
]
const ASSIGNED = ['parseAsync', 'encode', 'decode', 'encodeAsync', 'decodeAsync']

const CUTS: readonly (readonly [text: RegExp, instead: string])[] = [
  // A whole module by its name instead of through another's names: only what is used of it stays.
  [/^import \{ util \} from "\.\.\/core\/index\.js";$/m, 'import * as util from "../core/util.js";'],
  // `z.string().email()` and twenty more formats.
  [/(export const ZodString = [^{]+\{[^}]+\}), \{.*?\n\}\);\n/s, '$1);\n'],
  // References in circles: what comes as JSON has none.
  [/core\.config\(\{ memoizer: core\.memoizer\(\) \}\);/, ';'],
  // A described schema is a copy with an entry in a register, which is read when openapi.json is made.
  [/^ {4}describe\(description\) \{.*?\n {4}\},\n/ms, 'describe() { return this },\n'],
  [/^ {4}meta\(\.\.\.args\) \{.*?\n {4}\},\n/ms, 'meta() { return this },\n'],
  [/^ {4}get "~standard"\(\) \{.*?\n {4}\},\n/ms, ''],
  ...METHODS.map(
    (name) => [new RegExp(`^ {4}(?:async )?${name}\\([^\\n]*\\{\\n.*?\\n {4}\\},\\n`, 'gms'), ''] as const,
  ),
  ...ASSIGNED.map((name) => [new RegExp(`^ {4}${name}: [^\\n]*\\{\\n.*?\\n {4}\\},\\n`, 'ms'), ''] as const),
]

/** The file's text without them. Throws where one is not there: zod is another one than this list was made for. */
export function withoutUnused(text: string): string {
  return CUTS.reduce((left, [cut, instead]) => {
    if (left.search(cut) < 0)
      throw new Error(`zod's schemas.js has no ${cut}: left-out-of-zod.ts is of another release`)
    return left.replace(cut, instead)
  }, text)
}
