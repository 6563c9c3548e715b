/** The members of responses that the demo uses. */
export type Answer = {
  readonly id: number
  readonly items: readonly { readonly id: number; readonly url: string; readonly executor: { readonly id: string } }[]
  readonly rework: { readonly reservationId: number } | null
}
export type Body = Readonly<Record<string, unknown>>
export type Call = (method: string, path: string, bearer: string, body?: Body | FormData) => Promise<Answer>

/** Returns a function that calls the API over HTTP. */
export const callsTo =
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

const concurrentMax = 8

/** Applies `act` to many items with limited concurrency. Returns the results in order. */
export async function forEach<One, Result>(
  many: readonly One[],
  act: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < many.length; from += concurrentMax)
    results.push(...(await Promise.all(many.slice(from, from + concurrentMax).map(act))))
  return results
}
