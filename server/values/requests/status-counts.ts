import { Type } from 'typebox'
import { countedMax } from './page.ts'
import { arrayOf, text } from './schema.ts'

export type StatusCount = { readonly status: string; readonly count: number }

const counts = arrayOf(Type.Object({ status: text, count: Type.Integer({ description: 'How many of them' }) }))

export const countedSchema = Type.Object(
  {
    counts: Type.Unsafe<readonly StatusCount[]>({
      ...counts,
      description: 'Counts by status; statuses without records are omitted',
    }),
    isCut: Type.Boolean({ description: `Whether there are more: counting stops at ${countedMax}` }),
  },
  { title: 'CountsByStatus' },
)

export const serializeCounted = (counts: readonly StatusCount[]) => ({
  counts: counts.map(({ status, count }) => ({ status, count })),
  isCut: counts.reduce((sum, { count }) => sum + count, 0) >= countedMax,
})
