/** As `postOut`, but to public addresses alone: for a service whose own network is none of its tournaments'. */
import { isIP, type LookupFunction } from 'node:net'
import { resolvedBy } from '../http-client.ts'
import { PATIENCE, type Post, postWithin } from './post.ts'
import { isPublic, publicLookup } from './public-address.ts'

/** `lookup` resolves names as each connection is made; an address in digits is asked for by nobody and is looked at here. */
export function postPublic(lookup: LookupFunction = publicLookup, patience: number = PATIENCE): Post {
  const post = postWithin(patience, resolvedBy(lookup))
  return async (url, headers, body) => {
    const literal = new URL(url).hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) !== 0 && !isPublic(literal)) throw new Error(`${literal} is no public address`)
    return post(url, headers, body)
  }
}
