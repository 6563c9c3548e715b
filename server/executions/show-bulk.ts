import { Type } from 'typebox'
import { arrayOf, id, nullable, openObject } from '../values/schema.ts'

/** What became of many decisions, in the order in which they were asked for. */
export const bulkSchema = Type.Object(
  {
    results: arrayOf(
      Type.Object({
        id,
        ok: Type.Boolean(),
        status: nullable(Type.String({ description: 'Of the report now; null where there is none with this id' })),
        line: Type.Optional(Type.Integer({ description: 'Of an import: the line that it stands on' })),
        problem: Type.Optional(openObject),
      }),
    ),
  },
  { title: 'BulkResults' },
)

type Shown = {
  readonly id: number
  readonly status: string | null
  readonly line?: number
  readonly problem?: Readonly<Record<string, unknown>>
}

export const showBulk = (results: readonly Shown[]) => ({
  results: results.map(({ id, status, line, problem }) => ({
    id,
    ok: problem === undefined,
    status,
    ...(line === undefined ? {} : { line }),
    ...(problem === undefined ? {} : { problem }),
  })),
})
