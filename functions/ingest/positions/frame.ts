/** Parses a frame of a bridge: the board's serial number, the time, the number of the message, and the message itself. */
import type { RawMessage } from './kinds.ts'

export interface BoardFrame {
  /** The board's serial number; null where the line names none: then it is the only board. */
  readonly serial: string | null
  /** Ms since the epoch; null where the bridge tells no time. */
  readonly at: number | null
  /** The bridge's running number of this board's messages, where it counts them. */
  readonly number: number | null
  readonly message: RawMessage
}

const NAMED = /^([A-Za-z0-9]{1,32})(?:[\t=]|: )\s*(\S.*)$/

/**
 * A line is the message alone, `SERIAL: message`, or a JSON object with `message` (or `fen`) and, where they are known,
 * `serial`, `at` (RFC 3339 or ms) and `number`. Bytes are the message alone. Null: an empty line or one of comment (`#`).
 * `unreadable` says what is wrong with an object.
 */
export function readBoardFrame(line: RawMessage): BoardFrame | { readonly unreadable: string } | null {
  if (typeof line !== 'string') return { serial: null, at: null, number: null, message: line }
  const text = line.trim()
  if (text === '' || text.startsWith('#')) return null
  if (text.startsWith('{')) return readObject(text)
  const named = NAMED.exec(text)
  return {
    serial: named?.[1] ?? null,
    at: null,
    number: null,
    message: named?.[2] ?? text,
  }
}

function readObject(text: string): BoardFrame | { readonly unreadable: string } {
  let value: Record<string, unknown>
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { unreadable: `no JSON: ${(error as Error).message}` }
  }
  const message = value['message'] ?? value['fen']
  if (typeof message !== 'string') return { unreadable: 'the object has no text "message" (or "fen")' }
  const serial = value['serial'] ?? null
  if (serial !== null && typeof serial !== 'string' && typeof serial !== 'number')
    return { unreadable: '"serial" is a text or a number' }
  const at = instantOf(value['at'])
  if (at === undefined)
    return { unreadable: `"at" is ${JSON.stringify(value['at'])}; it is RFC 3339 or milliseconds` }
  const number = value['number'] ?? null
  if (number !== null && !Number.isSafeInteger(number)) return { unreadable: '"number" is a whole number' }
  return { serial: serial === null ? null : String(serial), at, number: number as number | null, message }
}

/** Undefined where it is no instant. */
function instantOf(at: unknown): number | null | undefined {
  if (at === undefined || at === null) return null
  const ms = typeof at === 'string' ? Date.parse(at) : at
  return typeof ms === 'number' && Number.isFinite(ms) && ms > 0 && ms < 8.64e15 ? ms : undefined
}
