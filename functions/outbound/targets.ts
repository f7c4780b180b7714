/**
 * The targets that an operator allows for webhooks: names, addresses and blocks of addresses. They are checked when a webhook is
 * entered and whenever something is sent, so that a shorter list takes effect at once.
 */
import { BlockList, isIP, isIPv6 } from 'node:net'
import { ok, type Result, refuse } from '../../domain/result.ts'
import type { WebhookTargets } from '../ports.ts'
import { isPublic } from './public-address.ts'

const EXPECTED =
  'a name (hooks.example.org), all names below one (*.example.org), an address, a block (192.168.5.0/24), "public" or "none"'

const NAME = /^(?:\*\.)?(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_-]{1,63})*$/

type Rule = (host: string) => boolean

/**
 * Parses a list separated by commas or white space. Refused: `bad-targets`. `public` allows public addresses and no others, `none`
 * no address; a name is allowed whatever it resolves to, unless the list has `public` too or the service is deployed.
 */
export function parseTargets(list: string): Result<WebhookTargets> {
  const words = list
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
  if (words.length === 0) return refuse('bad-targets', `where webhooks may go is not said; say ${EXPECTED}`)
  if (words.includes('none') && words.length > 1)
    return refuse('bad-targets', `"none" lets webhooks go nowhere, and the list names places besides`)
  const hosts = words.filter((word) => word !== 'public' && word !== 'none')
  const rules: Rule[] = []
  for (const word of hosts) {
    const rule = ruleOf(word)
    if (rule === null) return refuse('bad-targets', `webhooks to "${word}": that is none of ${EXPECTED}`)
    rules.push(rule)
  }
  const publicOnly = words.includes('public')
  const anywhere = publicOnly && hosts.length === 0
  return ok({
    publicOnly,
    text: words.join(', '),
    allows(url) {
      const host = hostOf(url)
      if (publicOnly && isIP(host) !== 0 && !isPublic(host)) return false
      return anywhere || rules.some((rule) => rule(host))
    },
  })
}

/** The internet alone, as `public` says: where the operator has named no other places. */
export const PUBLIC_TARGETS: WebhookTargets = {
  publicOnly: true,
  text: 'public',
  allows(url) {
    const host = hostOf(url)
    return isIP(host) === 0 || isPublic(host)
  },
}

/** The host of a URL without the brackets of IPv6 and the final dot. */
const hostOf = (url: string): string =>
  new URL(url).hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()

function ruleOf(word: string): Rule | null {
  const [net = '', bits, more] = word.split('/')
  const bare = net.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0) return more === undefined ? blockOf(bare, bits) : null
  // Digits and dots alone are an address that was mistyped.
  if (bits !== undefined || !NAME.test(word) || /^[\d.]+$/.test(word)) return null
  return word.startsWith('*.') ? (host) => host.endsWith(word.slice(1)) : (host) => host === word
}

function blockOf(net: string, bits: string | undefined): Rule | null {
  const family = isIPv6(net) ? 'ipv6' : 'ipv4'
  const most = family === 'ipv6' ? 128 : 32
  const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
  if (length < 0 || length > most) return null
  const list = new BlockList()
  list.addSubnet(net, length, family)
  return (host) => isIP(host) !== 0 && isIPv6(host) === (family === 'ipv6') && list.check(host, family)
}
