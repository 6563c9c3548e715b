import { Type } from 'typebox'
import { arrayOf, nullable } from '../../values/requests/schema.ts'
import type { AddedCodes, CodeCounts } from './completion-codes.ts'

const count = (description: string) => Type.Integer({ description })
const members = {
  listed: count('Codes in the list'),
  used: count('Used codes'),
  left: count('Unused codes'),
  ruleActive: Type.Boolean({
    description: 'Whether the task has the rule CompletionCode, required for codes to accept work',
  }),
}

export const codesSchema = Type.Object(members, { title: 'CompletionCodes' })
export const addedCodesSchema = Type.Object(
  {
    ...members,
    added: count('Codes added to the list'),
    codes: nullable(arrayOf(Type.String())),
  },
  { title: 'AddedCompletionCodes' },
)
export const removedCodesSchema = Type.Object(
  { ...members, removed: count('Unused codes removed') },
  { title: 'RemovedCompletionCodes' },
)

export const serializeCodes = ({ listed, used, hasRule }: CodeCounts) => ({
  listed,
  used,
  left: listed - used,
  ruleActive: hasRule,
})
export const serializeAddedCodes = (added: AddedCodes) => ({
  ...serializeCodes(added),
  added: added.added,
  codes: added.generated,
})
export const serializeRemovedCodes = (counts: CodeCounts & { readonly removed: number }) => ({
  ...serializeCodes(counts),
  removed: counts.removed,
})
