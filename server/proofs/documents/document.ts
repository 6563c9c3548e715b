import type { Sentence } from '../../values/sentences.ts'
export type ReadRequest = { readonly id: number; readonly bytes: Uint8Array }

/** Whether a document has information about its author or content beside its pages; or why nobody can open it: the end of a sentence. */
export type ReadDocument = { readonly hasInformation: boolean } | { readonly why: Sentence }
export type ReadResponse = { readonly id: number; readonly result: ReadDocument }
