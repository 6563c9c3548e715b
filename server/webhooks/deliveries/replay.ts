import { Type } from 'typebox'
import { bodyError, Problem, ValidationError } from '../../values/problems/problem.ts'
import { instantOf } from '../../values/requests/query.ts'
import { allKinds, mustBeKinds } from '../events/event.ts'

const sequence = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description }))
const time = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }))

export const replayBody = Type.Object({
  fromSequence: sequence('The first event'),
  toSequence: sequence('The last event'),
  since: time('Start time: ISO 8601 date or date-time, inclusive'),
  until: time('End time, as above; a date means its end, in UTC'),
  types: Type.Optional(
    Type.Array(Type.Enum([...allKinds]), {
      minItems: 1,
      maxItems: 20,
      description: 'Default: the event types of the webhook',
    }),
  ),
  onlyFailed: Type.Optional(Type.Boolean({ description: 'Only failed deliveries' })),
})

type ReplayQuery = Omit<Type.Static<typeof replayBody>, 'types'> & { readonly types?: readonly string[] | undefined }

/** Parses the range of a replay. Rejects one without bounds: it is more likely a mistake than a wish for all events. */
export function rangeOf(query: ReplayQuery) {
  const { fromSequence, toSequence, onlyFailed = false } = query
  const bounds = [fromSequence, toSequence, query.since, query.until]
  if (!onlyFailed && bounds.every((bound) => bound === undefined)) {
    const detail = 'is required, or toSequence, since, until or onlyFailed.'
    throw ValidationError([bodyError('fromSequence', 'required', detail)])
  }
  const errorAt = (index: number, code: string, detail: string) => bodyError(`types.${index}`, code, detail)
  const kinds = query.types && mustBeKinds(query.types, errorAt)
  const [since, until] = [instantIn('since', query.since, false), instantIn('until', query.until, true)]
  return { fromSequence, toSequence, since, until, kinds, onlyFailed }
}

function instantIn(member: string, text: string | undefined, end: boolean): string | undefined {
  try {
    return instantOf(member, text, end)
  } catch (error) {
    const [wrong] = error instanceof Problem ? error.errors : []
    throw wrong ? ValidationError([bodyError(member, wrong.code, wrong.detail)]) : error
  }
}
