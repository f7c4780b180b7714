/** A limit on the bytes that all clients together make this host hold, of which none may have more than its share. */

export interface ByteBudget {
  /** Begins to count what one request of a client makes the host hold: nothing at first. */
  open(client: string): HeldBytes
}

export interface HeldBytes {
  /** Changes how many bytes are held. False, and nothing changes, where the client's share or the limit would be exceeded. */
  resize(bytes: number): boolean
}

/** The share of one client: three others find room beside it. */
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
