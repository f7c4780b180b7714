/** The option `--port` of commands that listen. */
import { InvalidArgumentError } from 'commander'

/** A port's number, 0 for any free one. Throws InvalidArgumentError. */
export function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('It is a number from 0 to 65535.')
  return port
}
