/**
 * Which addresses are on the public internet: a service in the cloud must not send anything into its own network for others. The
 * list is our own, by IANA's registries and Node's BlockList, since packages for this lag behind the registries.
 */
import { lookup } from 'node:dns'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

/** Loopback, private, link-local, shared, reserved and multicast blocks (IANA's special-purpose registries, RFC 6890). */
const BLOCKS_4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]
/** All that IANA gives to the public internet. */
const GLOBAL_6 = ['2000::/3']
/** Of it: protocols (Teredo among them), documentation, and 6to4, which holds an IPv4 address within. */
const BLOCKS_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function listOf(blocks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const block of blocks) {
    const [net = '', bits] = block.split('/')
    list.addSubnet(net, Number(bits), family)
  }
  return list
}

// Apart, since one list would take each IPv4 address for its mapped form as well.
const SPECIAL_PURPOSE = { ipv4: listOf(BLOCKS_4, 'ipv4'), ipv6: listOf(BLOCKS_6, 'ipv6') }
const GLOBAL = listOf(GLOBAL_6, 'ipv6')

/** Whether an IP address is on the public internet. */
export const isPublic = (address: string): boolean => {
  if (isIPv6(address)) return GLOBAL.check(address, 'ipv6') && !SPECIAL_PURPOSE.ipv6.check(address, 'ipv6')
  return !SPECIAL_PURPOSE.ipv4.check(address, 'ipv4')
}

/**
 * As `dns.lookup`, but fails for a name that has any address that is not public. It is called for each connection, so a name
 * that is changed to such an address after it was entered fails too (DNS rebinding).
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 0)
    const inside = addresses.find(({ address }) => !isPublic(address))
    if (inside !== undefined)
      return callback(new Error(`${hostname} is ${inside.address}, which is no public address`), '', 0)
    if (options.all) return callback(null, addresses)
    const [first] = addresses
    return callback(null, first!.address, first!.family)
  })
}
