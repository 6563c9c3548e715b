export type Tokens = Readonly<Record<'advertiser' | 'executor' | 'operator', string>>

/** As far as the demo reads an answer. */
type Answer = { readonly id: number; readonly items: readonly { readonly url: string }[] }
type Body = Readonly<Record<string, unknown>>
type Call = (method: string, path: string, bearer: string, body?: Body | FormData) => Promise<Answer>

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
    const answer = (await response.json()) as Answer & { readonly detail?: string }
    if (!response.ok) throw new Error(`The demo met a refusal at ${path}: ${answer.detail}`)
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
  const wish = wishesAt(await call('GET', '/api/advertiser/offers/prices', tokens.advertiser))
  const { draft, submit, activate, change, reject } = advertising(call, tokens)
  for (const index of wishes.keys()) await activate(wish(index))
  await draft(wish(0, 'A draft: look up five museums'))
  await submit(wish(1, 'Waiting for an operator: compare two sign-up pages'))
  await reject(await submit(wish(2, 'Photograph your neighbour')))
  await change('POST', `${await activate(wish(3, 'Paused: rate twenty headlines'))}/pause`)
  await change('DELETE', `${await activate(wish(0, 'Archived: an old question'))}`)
  const work = workOn(call, tokens)
  const completed = await work(await activate(wish(2, 'Completed: one photo of a bridge', 1)))
  await call('POST', `/v1/reports/${completed}/accept`, apiKey, {})
  const reviewed = await activate(wish(0, 'Reviewed: find the address of a town hall', 5))
  const refusal = { reason: 'The picture does not show it.', reasonCode: 'ProofMismatch' }
  await call('POST', `/v1/reports/${await work(reviewed)}/reject`, apiKey, refusal)
  await work(reviewed)
}

const wishesAt = (listed: unknown) => {
  const prices = listed as readonly { readonly id: number; readonly code: string }[]
  return (index: number, title?: string, totalLimit?: number) => {
    const { code, ...rest } = wishes[index % wishes.length] ?? wishes[0]
    const offerPriceId = prices.find((price) => price.code === code)?.id ?? prices[0]?.id
    return { offerPriceId, ...rest, ...(title ? { title } : {}), ...(totalLimit ? { totalLimit } : {}) }
  }
}

const refusal = { reason: 'People must not be photographed without their consent.' }

function advertising(call: Call, { advertiser, operator }: Tokens) {
  const offers = '/api/advertiser/offers'
  const submit = async (body: Body): Promise<number> => (await call('POST', `${offers}/submit`, advertiser, body)).id
  // Where every offer is approved at once, there is nothing left to decide.
  const decide = (id: number, path: string, body?: Body) =>
    call('POST', `/api/operator/offers/${id}/${path}`, operator, body).catch(() => undefined)
  return {
    submit,
    draft: (body: Body) => call('POST', `${offers}/draft`, advertiser, body),
    change: (method: string, path: string) => call(method, `${offers}/${path}`, advertiser),
    reject: (id: number) => decide(id, 'reject', refusal),
    activate: async (body: Body): Promise<number> => {
      const id = await submit(body)
      await decide(id, 'approve')
      return id
    },
  }
}

/** The executor reserves, uploads a picture and submits; answers the id of the report. */
const workOn =
  (call: Call, { executor }: Tokens) =>
  async (offer: number): Promise<number> => {
    const path = `/api/executor/offers/${offer}`
    const reservation = await call('POST', `${path}/reserve`, executor)
    const { default: sharp } = await import('sharp')
    const picture = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#3a7' } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.append('files', new Blob([Uint8Array.from(picture)], { type: 'image/png' }), 'proof.png')
    const uploaded = await call('POST', `${path}/proof/uploads`, executor, form)
    const body = { reservationId: reservation.id, proofUrls: [uploaded.items[0]?.url] }
    return (await call('POST', `${path}/submit-execution`, executor, body)).id
  }
