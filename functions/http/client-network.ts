/** The network address that identifies a client without a token. */
import { isIPv6 } from 'node:net'

const MAPPED_IPV4 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

/** A client with an IPv6 address may use any of its /64 (RFC 6177), which therefore counts as one; an IPv4 address is itself. */
export function clientNetwork(address: string): string {
  const [plain = ''] = address.split('%')
  const mapped = MAPPED_IPV4.exec(plain)?.[1]
  if (mapped !== undefined || !isIPv6(plain)) return mapped ?? plain
  const [left = '', right] = plain.split('::')
  const groups = left === '' ? [] : left.split(':')
  const behind = right === undefined || right === '' ? [] : right.split(':')
  const zeros = right === undefined ? 0 : 8 - groups.length - behind.length
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...behind]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
