/** A store of bounded size by key, for what costs bytes; what has not been asked for since the last round goes first. */

export interface Shelf<V> {
  take(key: string): V | undefined
  /** `bytes`: what it takes, its key and its overhead aside. */
  put(key: string, value: V, bytes: number): void
}

interface Place<V> {
  readonly value: V
  readonly bytes: number
  /** Asked for since it was put or last passed over. */
  used: boolean
}

export function openShelf<V>({ mostEntries = 1_000, mostBytes = 16_000_000 } = {}): Shelf<V> {
  const places = new Map<string, Place<V>>()
  let total = 0

  const remove = (key: string) => {
    total -= places.get(key)?.bytes ?? 0
    places.delete(key)
  }

  /** Whoever has been used is passed over once, to the end of the row. */
  const makeRoom = (bytes: number) => {
    for (const [key, place] of places) {
      if (places.size < mostEntries && total + bytes <= mostBytes) return
      places.delete(key)
      if (place.used) places.set(key, { ...place, used: false })
      else total -= place.bytes
    }
  }

  return {
    take(key) {
      const place = places.get(key)
      if (place === undefined) return undefined
      place.used = true
      return place.value
    },
    put(key, value, bytes) {
      remove(key)
      if (bytes > mostBytes) return
      makeRoom(bytes)
      places.set(key, { value, bytes, used: false })
      total += bytes
    },
  }
}
