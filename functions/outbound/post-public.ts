/** As `postAnywhere`, but to public addresses alone: for a service whose own network must not be reached by its tournaments. */
import { isIP, type LookupFunction } from 'node:net'
import { dispatcherFor } from '../http-client.ts'
import { POST_TIMEOUT_MS, type Post, postWithin } from './post.ts'
import { isPublic, publicLookup } from './public-address.ts'

/** `lookup` resolves names at each connection; an IP address in the URL is never resolved, and is therefore checked here. */
export function postPublic(lookup: LookupFunction = publicLookup, timeoutMs: number = POST_TIMEOUT_MS): Post {
  const post = postWithin(timeoutMs, dispatcherFor(lookup))
  return async (url, headers, body) => {
    const literal = new URL(url).hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) !== 0 && !isPublic(literal)) throw new Error(`${literal} is no public address`)
    return post(url, headers, body)
  }
}
