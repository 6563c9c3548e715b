/** A proof, as all API groups return it. */
export type Proof = {
  readonly id: string
  readonly url: string
  readonly fileName: string
  readonly size: number
  readonly contentType: string
  readonly flags: readonly string[]
}
