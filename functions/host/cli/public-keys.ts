/** Public keys as a user names them (`--key`, `--witness`, `--log`): in a file or written out. */
import { existsSync, readFileSync } from 'node:fs'
import { type PublicKey, parsePublicKey } from '../../integrity/anchors/signer.ts'
import { type NoteKey, type NoteKeyRole, parseNoteKey } from '../../integrity/transparency/signed-note.ts'
import { parseWitnessAddress, type WitnessAddress } from '../../integrity/transparency/witness-address.ts'
import { CommandFailure } from './failure.ts'

/** Reads `--key`: each value is a file with a key, or the key itself. Throws CommandFailure. */
export function readPublicKeys(named: readonly string[]): PublicKey[] {
  return named.map((each) => {
    const key = parsePublicKey(existsSync(each) ? readFileSync(each, 'utf8') : each)
    if (!key.ok) throw new CommandFailure(`--key ${each}: ${key.error.message}`)
    return key.value
  })
}

/**
 * Reads `--witness` and `--log`: each value is a key of that role, with or without `@` and an address, or a file with the key.
 * Throws CommandFailure.
 */
export function readNoteKeys(named: readonly string[], role: NoteKeyRole): NoteKey[] {
  return named.map((each) => {
    const key = parseNoteKey(existsSync(each) ? readFileSync(each, 'utf8') : each.replace(/@https?:.*$/, ''))
    if (!key.ok) throw new CommandFailure(key.error.message)
    if (key.value.role !== role)
      throw new CommandFailure(`${key.value.name} is the key of a ${key.value.role}, not of a ${role}`)
    return key.value
  })
}

/** The values of `--witness` that have an address: these witnesses are themselves asked what they saw last. */
export function readWitnessAddresses(named: readonly string[]): WitnessAddress[] {
  return named
    .filter((each) => /@https?:/.test(each))
    .map((each) => {
      const address = parseWitnessAddress(each)
      if (!address.ok) throw new CommandFailure(address.error.message)
      return address.value
    })
}
