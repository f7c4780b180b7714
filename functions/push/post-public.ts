/** As `postOut`, but to public addresses alone: for a service whose own network is none of its tournaments'. */
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { MOST_CHARACTERS, PATIENCE, type Post } from './post.ts'
import { isPublic, publicLookup } from './public-address.ts'

/** `lookup` resolves names; an address in digits is asked for by nobody and is looked at here. */
export const postPublic =
  (lookup: LookupFunction = publicLookup): Post =>
  (url, headers, body) =>
    new Promise((resolve, reject) => {
      const { hostname } = new URL(url)
      const literal = hostname.replace(/^\[|\]$/g, '')
      if (isIP(literal) !== 0 && !isPublic(literal))
        return reject(new Error(`${literal} is no public address`))
      const signal = AbortSignal.timeout(PATIENCE)
      // A connection of its own: one that is kept would be used again without asking where the name leads now.
      const sending = request(url, { method: 'POST', headers, lookup, signal, agent: false }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          text = (text + part).slice(0, MOST_CHARACTERS)
        })
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            text,
            retryAfter: answer.headers['retry-after'] ?? null,
          }),
        )
      })
      sending.on('error', reject)
      sending.end(body)
    })
