/** Text that a command reads: a file or, as `-`, standard input; whole or line by line. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { CommandFailure } from './failure.ts'

/** Opens a file, or stdin for `-`. Throws CommandFailure with the file's name and the reason. */
export async function openInput(name: string): Promise<Readable> {
  if (name === '-') return process.stdin
  // Small pieces keep the young generation small: a large file then takes hardly more memory than a small one.
  const stream = createReadStream(name, { highWaterMark: 16_384 })
  await new Promise<void>((resolve, reject) => {
    stream.once('open', () => resolve())
    stream.once('error', (error: NodeJS.ErrnoException) =>
      reject(new CommandFailure(unreadable(name, error))),
    )
  })
  return stream
}

function unreadable(name: string, error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return `${name}: there is no such file`
  if (error.code === 'EISDIR') return `${name}: this is a folder; name a file, or - for standard input`
  return `${name}: ${error.message}`
}

/** The lines of a file or of stdin with their numbers (from 1); blank lines are left out, a byte order mark is dropped. */
export async function* inputLines(name: string): AsyncGenerator<{ number: number; text: string }> {
  const input = await openInput(name)
  let number = 0
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number++
      const text = number === 1 ? line.replace(/^\uFEFF/, '') : line
      if (text.trim() !== '') yield { number, text }
    }
  } catch (error) {
    throw new CommandFailure(unreadable(name, error as NodeJS.ErrnoException))
  }
}

/** All of a file or of stdin, for texts that are one value. */
export async function readWhole(name: string): Promise<string> {
  const input = await openInput(name)
  const chunks: Buffer[] = []
  for await (const chunk of input) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}
