/** A file that shows that work was done, as every face of the API has it. */
export type Proof = {
  readonly id: string
  readonly url: string
  readonly fileName: string
  readonly size: number
  readonly contentType: string
  readonly flags: readonly string[]
}
