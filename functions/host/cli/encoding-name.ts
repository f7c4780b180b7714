/** The option `--encoding` of commands that read text files. */
import { InvalidArgumentError } from 'commander'
import { isEncoding } from '../../ingest/decode.ts'

/** The name as it was given. Throws InvalidArgumentError where no such encoding can be read. */
export function encodingName(name: string): string {
  if (isEncoding(name)) return name
  throw new InvalidArgumentError('It is a name such as windows-1250, iso-8859-2 or utf-8.')
}
