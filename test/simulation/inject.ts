import type { Ctx } from '../../server/platform/database/ctx.ts'
import type { Api } from '../../server/platform/http/api.ts'
import type { Answer, Asked, Person } from '../model/messages.ts'
import { answerOf, writtenOut } from '../model/requests.ts'
import { tokenFor } from '../model/world.ts'

type Inside = { readonly api: Api; readonly ctx: Ctx }

/** Sends a request without a socket. */
export async function send({ api }: Inside, asked: Asked, key?: string): Promise<Answer> {
  const { headers, payload } = writtenOut(asked, key)
  const response = await api.inject({
    method: asked.method,
    url: asked.path,
    headers,
    ...(payload === undefined ? {} : { payload }),
  })
  return answerOf(response.statusCode, response.body, response.headers['idempotency-replayed'])
}

/** Gives somebody a new token. */
export async function renew({ ctx }: Inside, person: Person): Promise<void> {
  person.token = await tokenFor(ctx, person.email)
}

/** Sends a read, with another token if that of the person has expired. */
export async function readIn(inside: Inside, asked: Asked): Promise<Answer> {
  const answer = await send(inside, asked)
  if (answer.status !== 401) return answer
  await renew(inside, asked.person)
  return send(inside, asked)
}
