import { Type } from 'typebox'
import { arrayOf, nullable, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import type { AddedCodes, CodeCounts } from './completion-codes.ts'

const count = (description: string) => Type.Integer({ description })
export const codesJson = serializer<CodeCounts>({ title: 'CompletionCodes' })({
  listed: count('Codes in the list'),
  used: count('Used codes'),
  left: [count('Unused codes'), ({ listed, used }) => listed - used],
  ruleActive: [
    Type.Boolean({ description: 'Whether the task has the rule CompletionCode, required for codes to accept work' }),
    'hasRule',
  ],
})
export const addedCodesJson = serializer<AddedCodes>({ title: 'AddedCompletionCodes' })({
  ...codesJson.members,
  added: count('Codes added to the list; of a preview: different codes given'),
  codes: [
    nullable({ ...arrayOf(text), description: 'Generated codes; of a preview: the first five given' }),
    'generated',
  ],
})
export const removedCodesJson = serializer<CodeCounts & { readonly removed: number }>({
  title: 'RemovedCompletionCodes',
})({
  ...codesJson.members,
  removed: count('Unused codes removed'),
})
