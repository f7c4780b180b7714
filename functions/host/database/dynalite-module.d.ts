/** dynalite as patches/dynalite+4.0.0.patch changes it; only what is used is declared. */
declare module 'dynalite' {
  import type { Server } from 'node:http'

  interface Options {
    /** The folder of its LevelDB database; without it everything is in memory. */
    readonly path?: string
    /** How long making, or deleting, a table takes, ms. */
    readonly createTableMs?: number
    readonly deleteTableMs?: number
    /** Added by the patch: whether a write of this key waits for the disk. */
    readonly sync?: (key: string) => boolean
    /** Added by the patch: whether a value that was read, with its key or as one of many items, can be what was written. */
    readonly isSound?: (value: unknown, key?: string) => boolean
  }

  /** Added by the patch: the store of a server that listens nowhere. */
  interface Store {
    /** Rejects if it cannot be opened; `cause` says why. */
    open(): Promise<void>
    /** Writes its files anew without what was deleted or overwritten. */
    compact(): Promise<void>
    /** Removes the files that `compact` has replaced. */
    removeOldFiles(): Promise<void>
    /** Closes once what is under way is done. */
    close(): Promise<void>
  }

  /** `database` is missing where the package was installed without the patch. */
  export default function dynalite(options: Options): Server & { readonly database?: Store }
}
