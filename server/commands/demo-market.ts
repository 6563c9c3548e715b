import sharp from 'sharp'
import type { Tokens } from './demo.ts'

type Body = Readonly<Record<string, unknown>>
type Call = (method: string, path: string, bearer: string, body?: Body | FormData) => Promise<Record<string, any>>

/** Speaks to the market as anybody would: over HTTP. */
const callsTo =
  (address: string): Call =>
  async (method, path, bearer, body) => {
    const isForm = body instanceof FormData
    const response = await fetch(address + path, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw new Error(`The demo met a refusal at ${path}: ${answer['detail']}`)
    return answer
  }

const wishes = [
  { code: 'web.lookup', title: 'Find the opening hours of ten libraries', totalLimit: 20 },
  { code: 'web.usability_test', title: 'Try our booking page and say where you hesitate', totalLimit: 10 },
  { code: 'photo.collect', title: 'Photograph a street sign in your town', totalLimit: 30 },
  { code: 'text.rate', title: 'Rate how clear these notices are', totalLimit: 25 },
] as const

/** Offers in every state, and reports to look at. */
export async function fillMarket(address: string, tokens: Tokens, apiKey: string): Promise<void> {
  const call = callsTo(address)
  const prices = (await call('GET', '/api/advertiser/offers/prices', tokens.advertiser)) as unknown as {
    id: number
    code: string
  }[]
  const wish = (index: number, title?: string, totalLimit?: number) => {
    const { code, ...rest } = wishes[index % wishes.length] ?? wishes[0]
    const offerPriceId = prices.find((price) => price.code === code)?.id ?? prices[0]?.id
    return { offerPriceId, ...rest, ...(title ? { title } : {}), ...(totalLimit ? { totalLimit } : {}) }
  }
  const submit = async (body: Body) =>
    (await call('POST', '/api/advertiser/offers/submit', tokens.advertiser, body))['id']
  const activate = async (body: Body) => {
    const id = await submit(body)
    await call('POST', `/api/operator/offers/${id}/approve`, tokens.operator).catch(() => undefined)
    return id
  }
  for (const index of wishes.keys()) await activate(wish(index))
  await call('POST', '/api/advertiser/offers/draft', tokens.advertiser, wish(0, 'A draft: look up five museums'))
  await submit(wish(1, 'Waiting for an operator: compare two sign-up pages'))
  await call(
    'POST',
    `/api/operator/offers/${await submit(wish(2, 'Photograph your neighbour'))}/reject`,
    tokens.operator,
    {
      reason: 'People must not be photographed without their consent.',
    },
  ).catch(() => undefined)
  await call(
    'POST',
    `/api/advertiser/offers/${await activate(wish(3, 'Paused: rate twenty headlines'))}/pause`,
    tokens.advertiser,
  )
  await call(
    'DELETE',
    `/api/advertiser/offers/${await activate(wish(0, 'Archived: an old question'))}`,
    tokens.advertiser,
  )
  const work = workOn(call, tokens)
  await call(
    'POST',
    `/v1/reports/${await work(await activate(wish(2, 'Completed: one photo of a bridge', 1)))}/accept`,
    apiKey,
    {},
  )
  const reviewed = await activate(wish(0, 'Reviewed: find the address of a town hall', 5))
  await call('POST', `/v1/reports/${await work(reviewed)}/reject`, apiKey, {
    reason: 'The picture does not show it.',
    reasonCode: 'ProofMismatch',
  })
  await work(reviewed)
}

/** The executor reserves, uploads a picture and submits; answers the id of the report. */
const workOn = (call: Call, tokens: Tokens) => async (offer: number) => {
  const path = `/api/executor/offers/${offer}`
  const reservation = await call('POST', `${path}/reserve`, tokens.executor)
  const picture = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('files', new Blob([Uint8Array.from(picture)], { type: 'image/png' }), 'proof.png')
  const uploaded = await call('POST', `${path}/proof/uploads`, tokens.executor, form)
  const body = { reservationId: reservation['id'], proofUrls: [uploaded['items'][0].url] }
  return (await call('POST', `${path}/submit-execution`, tokens.executor, body))['id']
}
