/** A sum of bytes that clients may make this host hold, of which none has more than its share. */

export interface ByteBudget {
  /** What one request of a client makes the host hold: nothing to begin with. */
  open(client: string): HeldBytes
}

export interface HeldBytes {
  /** Holds so many bytes from now on; false, and nothing is changed, where the client's share or the sum does not bear it. */
  resize(bytes: number): boolean
}

/** Of each sum, so that three others find room beside the greediest. */
const SHARE_OF_ONE = 1 / 4

/** A client that holds nothing else may hold more than its share, as far as there is room: one answer can be large. */
export function byteBudget(maxBytes: number): ByteBudget {
  const byClient = new Map<string, number>()
  let sum = 0
  return {
    open(client) {
      let held = 0
      return {
        resize(bytes) {
          const own = byClient.get(client) ?? 0
          const others = own - held
          const grows = bytes > held
          if (grows && sum - held + bytes > maxBytes) return false
          if (grows && others > 0 && others + bytes > maxBytes * SHARE_OF_ONE) return false
          sum += bytes - held
          if (others + bytes === 0) byClient.delete(client)
          else byClient.set(client, others + bytes)
          held = bytes
          return true
        },
      }
    },
  }
}
