import { InvalidProofUrl } from '../executions/execution.ts'
import { bodyError } from '../values/problems/problem.ts'

/** How many files an appeal may have. */
export const attachmentsMax = 5

/** A file named by its place in the request; its id, or null if its address is none of ours. */
export type Attachment = { readonly field: string; readonly id: string | null; readonly name: string }

/** Returns the files that a request names, each once. */
export const attachmentsOf = (
  urls: readonly string[],
  proofIdOf: (url: string) => string | undefined,
): readonly Attachment[] =>
  [...new Set(urls)].map((url) => ({
    field: `proofUrls.${urls.indexOf(url)}`,
    id: proofIdOf(url) ?? null,
    name: url.slice(url.lastIndexOf('/') + 1),
  }))

/** Throws InvalidProofUrl for files other than these, which the executor uploaded for the offer and used nowhere. */
export function mustBeUsable(attachments: readonly Attachment[], usable: readonly string[]): void {
  const wrong = attachments.filter(({ id, name }) => id === null || !usable.includes(name))
  if (wrong.length === 0) return
  const detail = {
    en: 'must be a URL that the upload of proofs for this offer answered to you, and not used elsewhere.',
    ru: 'должно быть адресом, который вы получили при загрузке подтверждений к этому заданию, и не использованным где-либо ещё.',
  }
  throw InvalidProofUrl(wrong.map(({ field }) => bodyError(field, 'invalid_proof_url', detail)))
}
