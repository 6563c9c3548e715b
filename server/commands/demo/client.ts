/** The members of responses that the demo uses. */
type ResponseBody = {
  readonly id: number
  readonly items: readonly { readonly id: number; readonly url: string; readonly executor: { readonly id: string } }[]
  readonly rework: { readonly reservationId: number } | null
}
export type Body = Readonly<Record<string, unknown>>
export type Call = (method: string, path: string, bearer: string, body?: Body | FormData) => Promise<ResponseBody>

/** Returns a function that calls the API over HTTP. */
export const callsTo =
  (address: string): Call =>
  async (method, path, bearer, body) => {
    const isForm = body instanceof FormData
    const type = body && !isForm ? { 'content-type': 'application/json' } : {}
    const response = await fetch(address + path, {
      method,
      headers: { authorization: `Bearer ${bearer}`, ...type },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    })
    const answer = (await response.json()) as ResponseBody & { readonly detail?: string }
    if (!response.ok) throw new Error(`The demo request to ${path} was refused: ${answer.detail}`)
    return answer
  }

const concurrentMax = 8

/** Applies `act` to many items with limited concurrency. Returns the results in order. */
export async function forEach<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += concurrentMax)
    results.push(...(await Promise.all(items.slice(from, from + concurrentMax).map(act))))
  return results
}
