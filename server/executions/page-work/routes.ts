import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath, idFromText } from '../../values/id.ts'
import { requestedLocale } from '../../values/problems/locale.ts'
import { idParams, openObject } from '../../values/requests/schema.ts'
import { proseText } from '../../values/requests/texts.ts'
import { keepDraft, keepFormDraft, openFormDraft, openPageWork } from './actions.ts'
import type { FormDraft } from './page-work.ts'
import { formBody, formDraftJson, pageWorkJson, savedDraftJson } from './serialize.ts'

const params = Type.Object({ reservationId: Type.String(), itemId: Type.String() })
const body = Type.Object({
  value: Type.Optional({ ...openObject, description: 'What was entered so far; it may be incomplete' }),
  skipped: Type.Optional(proseText({ maxLength: 500, description: 'Why the item is skipped' })),
  isComplete: Type.Optional(Type.Boolean({ description: 'true: refused unless it is a whole answer. Default false' })),
})

/** No item has this id. */
const noItem = -1

/** Group A: the page on which an executor works, and what they have entered. */
export async function pageWorkRoutes(api: Api) {
  const locale = Type.Object({ locale: Type.Optional(Type.String({ maxLength: 35, description: 'BCP 47' })) })
  const opened = { params: idParams('reservationId'), querystring: locale, response: { 200: pageWorkJson.schema } }
  api.get('/reservations/:reservationId/work', { schema: opened }, async ({ ctx, params, query }) =>
    pageWorkJson.serialize(
      await openPageWork(ctx, idFromPath(params.reservationId)),
      requestedLocale('locale', query.locale),
    ),
  )
  const path = '/reservations/:reservationId/form'
  const kept = { params: idParams('reservationId'), response: { 200: formDraftJson.schema } }
  api.get(path, { schema: kept }, async ({ ctx, params }) =>
    formDraftJson.serialize(await openFormDraft(ctx, idFromPath(params.reservationId))),
  )
  const saved = { params: idParams('reservationId'), body: formBody, response: { 200: savedDraftJson.schema } }
  api.put(path, { schema: saved }, async ({ ctx, params, body }) =>
    savedDraftJson.serialize(await keepFormDraft(ctx, idFromPath(params.reservationId), body as FormDraft)),
  )
  const schema = { params, body, response: { 200: savedDraftJson.schema } }
  api.put('/reservations/:reservationId/answers/:itemId', { schema }, async ({ ctx, params, body: draft }) => {
    // Without items, the task itself is item 0, which is no id of a record.
    const item = params.itemId === '0' ? 0 : (idFromText(params.itemId) ?? noItem)
    return savedDraftJson.serialize(await keepDraft(ctx, idFromPath(params.reservationId), item, draft))
  })
}
