/** As `postOut`, but to public addresses alone: for a service whose own network is none of its tournaments'. */
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { MOST_CHARACTERS, PATIENCE, type Post, whyNot } from './post.ts'
import { isPublic, publicLookup } from './public-address.ts'

/** `lookup` resolves names; an address in digits is asked for by nobody and is looked at here. */
export const postPublic =
  (lookup: LookupFunction = publicLookup, patience: number = PATIENCE): Post =>
  (url, headers, body) =>
    new Promise((resolve, reject) => {
      const { hostname } = new URL(url)
      const literal = hostname.replace(/^\[|\]$/g, '')
      if (isIP(literal) !== 0 && !isPublic(literal))
        return reject(new Error(`${literal} is no public address`))
      const signal = AbortSignal.timeout(patience)
      // A connection of its own: one that is kept would be used again without asking where the name leads now.
      const sending = request(url, { method: 'POST', headers, lookup, signal, agent: false }, (answer) => {
        void readSome(answer).then((text) =>
          resolve({
            status: answer.statusCode ?? 0,
            text,
            retryAfter: answer.headers['retry-after'] ?? null,
          }),
        )
      })
      sending.on('error', (error) =>
        reject(new Error(signal.aborted ? `no answer within ${patience / 1000} s` : whyNot(error, patience))),
      )
      sending.end(body)
    })

async function readSome(answer: IncomingMessage): Promise<string> {
  let text = ''
  answer.setEncoding('utf8')
  try {
    for await (const part of answer) {
      text += String(part)
      if (text.length >= MOST_CHARACTERS) break
    }
  } catch {
    // Broken off or out of time: the status has been said, and it is what counts.
  }
  return text.slice(0, MOST_CHARACTERS)
}
