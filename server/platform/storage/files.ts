import type { Readable } from 'node:stream'

/** A file to be sent: it breaks where it cannot be read to its end. */
type Opened = { readonly size: number; readonly file: Readable }

/** A place of files. Keys are ours, random and never used twice. */
export type Files = {
  /**
   * Stores a finished local file under the key; it is kept for good when this returns, and nobody sees half of it. A store is
   * given up after so long; a disk cannot be.
   */
  put(key: string, path: string, msMax?: number): Promise<void>
  /** Undefined where there is none. What cannot be read is refused here, not while it is sent. */
  open(key: string): Promise<Opened | undefined>
  /** Bytes of the file; undefined where there is none. */
  sizeOf(key: string): Promise<number | undefined>
  /** Nothing happens where there is no such file. */
  remove(key: string): Promise<void>
  /** The keys below this folder of keys that are behind this one, in order, and so many of them at most. */
  keys(folder: string, after: string, most: number): Promise<string[]>
}
