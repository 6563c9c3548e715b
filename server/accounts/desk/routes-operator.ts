import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { ownRoute, recordRoute } from '../../platform/http/record-routes.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { id, idParams, idsFilter, nullable, pageQuery } from '../../values/requests/schema.ts'
import { proseText, titleText } from '../../values/requests/texts.ts'
import {
  handOver,
  keepView,
  listAssignments,
  listNotes,
  type NamedRecord,
  nameView,
  ownViews,
  removeView,
  writeNote,
} from './actions.ts'
import { noteLengthMax, viewNameMax, viewQueryMax } from './desk.ts'
import {
  assignmentJson,
  noteJson,
  savedViewJson,
  savedViewsSchema,
  serializeSavedViews,
  subjectsFilter,
} from './serialize.ts'

/** A kind and an id in a path are any texts here: an unknown one is answered 404. */
const params = Type.Object({
  subject: Type.String({ description: 'The kind of the record' }),
  id: Type.String({ description: 'The id of the record' }),
})
const recordOf = (named: { readonly subject: string; readonly id: string }): NamedRecord => ({
  subject: named.subject,
  id: idFromPath(named.id),
})

/** Group A: who of the operators has which entry of a queue. */
export async function assignmentRoutes(api: Api) {
  const query = Type.Object({ ...pageQuery, subject: subjectsFilter, subjectId: idsFilter })
  const listed = { querystring: query, response: { 200: assignmentJson.pageSchema } }
  api.get('/assignments', { schema: listed }, async ({ ctx, query }) => {
    const filter = { subject: query.subject, subjectId: query.subjectId }
    const page = requestedPage(ctx.secretKey, query, 'assignments', filter)
    return assignmentJson.serializePage(await listAssignments(ctx, filter, page))
  })
  const someone = (description: string) => nullable(Type.Integer({ ...id, description }))
  const body = Type.Object({
    assigneeId: someone('The operator who gets it; null: nobody'),
    formerId: someone('The operator who had it when the caller read it; null: nobody'),
  })
  const schema = { params, body, response: { 200: assignmentJson.schema } }
  const config = { concerns: 'deskRecord' }
  api.put('/assignments/:subject/:id', { schema, config }, async ({ ctx, params, body }) =>
    assignmentJson.serialize(await handOver(ctx, recordOf(params), body)),
  )
}

/** Group A: notes that only operators read. */
export async function noteRoutes(api: Api) {
  const config = { concerns: 'deskRecord' }
  const path = '/notes/:subject/:id'
  const listed = { params, querystring: Type.Object(pageQuery), response: { 200: noteJson.pageSchema } }
  api.get(path, { schema: listed, config }, async ({ ctx, params, query }) => {
    const page = requestedPage(ctx.secretKey, query, 'notes', params)
    return noteJson.serializePage(await listNotes(ctx, recordOf(params), page))
  })
  const body = Type.Object({ text: proseText({ minLength: 1, maxLength: noteLengthMax }) })
  const written = { params, body, response: { 201: noteJson.schema } }
  api.post(path, { schema: written, config }, async ({ ctx, params, body }, reply) => {
    const note = noteJson.serialize(await writeNote(ctx, recordOf(params), body.text))
    reply.code(201).header('Location', `${ctx.config.publicUrl}/api/operator/notes/${params.subject}/${params.id}`)
    return note
  })
}

const name = titleText({ minLength: 1, maxLength: viewNameMax })
const view = Type.Object({
  name,
  page: Type.String({
    maxLength: 100,
    pattern: '^/operator(/[a-z-]+)*$',
    description: 'Path of a page of the console',
  }),
  query: Type.String({
    maxLength: viewQueryMax,
    pattern: "^[A-Za-z0-9%&=._~+*!'(),:;@/-]*$",
    description: 'Its filters, as in the address, without a question mark',
  }),
})

/** Group A: an operator's own saved filters of lists in the console. */
export async function savedViewRoutes(api: Api) {
  const path = '/saved-views'
  ownRoute(api, `GET ${path}`, { schema: savedViewsSchema, serialize: serializeSavedViews }, ownViews)
  const response = { 200: savedViewJson.schema }
  const config = { concerns: 'nobody' }
  api.post(path, { schema: { body: view, response }, config }, async ({ ctx, body }) =>
    savedViewJson.serialize(await keepView(ctx, body)),
  )
  const renamed = { params: idParams('id'), body: Type.Object({ name }), response }
  api.patch(`${path}/:id`, { schema: renamed, config }, async ({ ctx, params, body }) =>
    savedViewJson.serialize(await nameView(ctx, idFromPath(params.id), body.name)),
  )
  recordRoute(api, `DELETE ${path}/:id`, savedViewJson, removeView, config)
}
