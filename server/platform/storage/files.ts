import type { Readable } from 'node:stream'

/** A readable file. The stream fails if the file cannot be read to its end. */
type OpenFile = { readonly size: number; readonly file: Readable }

/** A storage location. Keys are random, made by us and never reused. */
export type Files = {
  /**
   * Stores a complete local file under the key. Durable when it resolves; readers never see a partial file. An object store is
   * given up after `msMax`; a disk has no timeout.
   */
  put(key: string, path: string, msMax?: number): Promise<void>
  /** Returns undefined if there is no such file. Throws here, not during the stream, if it cannot be read. */
  open(key: string): Promise<OpenFile | undefined>
  /** Returns the size in bytes, or undefined if there is no such file. */
  sizeOf(key: string): Promise<number | undefined>
  remove(key: string): Promise<void>
  /** Returns up to `most` keys of the folder after the given key, in order. */
  keys(folder: string, after: string, most: number): Promise<string[]>
}
