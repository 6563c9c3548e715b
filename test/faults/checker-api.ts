import type { Answer } from '../support/client.ts'
import { type Evidence, moneyOf, type Someone } from './evidence.ts'

type ListedItem = { readonly id: number; readonly status: string }
const shownMax = 5
const proofsMax = 100

/** Checks that the API shows what was acknowledged, the same at each node: lists, balances and files. */
export async function checkShown(evidence: Evidence): Promise<string[]> {
  const wrong: string[] = []
  for (const url of evidence.urls) {
    for (const one of evidence.advertisers) wrong.push(...(await checkAdvertiser(evidence, url, one)))
    for (const one of evidence.executors) wrong.push(...(await checkExecutor(evidence, url, one)))
    wrong.push(...(await checkProofs(evidence, url)))
  }
  return wrong
}

async function checkAdvertiser(evidence: Evidence, url: string, { id, key }: Someone): Promise<string[]> {
  const { tasks, works } = evidence.acknowledged
  const own = <Each extends { readonly advertiser: number }>([, each]: readonly [number, Each]) =>
    each.advertiser === id
  return [
    ...unlike('task', [...tasks].filter(own), await all(url, key, '/v1/tasks?includeArchived=true&')),
    ...unlike('report', [...works].filter(own), await all(url, key, '/v1/reports?')),
    ...(await wrongTotal(evidence, id, await read(url, key, '/v1/balance'))),
  ]
}

async function checkExecutor(evidence: Evidence, url: string, { id, token }: Someone): Promise<string[]> {
  const { works, reservations, withdrawals } = evidence.acknowledged
  const own = <Each extends { readonly executor: number }>([, each]: readonly [number, Each]) => each.executor === id
  const list = (name: string) => all(url, token, `/api/executor/${name}?`)
  return [
    ...unlike('own work', [...works].filter(own), await list('executions')),
    ...unlike('reservation', [...reservations].filter(own), await list('reservations')),
    ...unlike('withdrawal', [...withdrawals].filter(own), await list('withdrawals')),
    ...(await wrongTotal(evidence, id, await read(url, token, '/api/executor/balance'))),
  ]
}

async function checkProofs({ acknowledged, executors }: Evidence, url: string): Promise<string[]> {
  const wrong: string[] = []
  for (const [proof, { executor, text }] of [...acknowledged.proofs].slice(-proofsMax)) {
    const token = executors.find(({ id }) => id === executor)?.token ?? ''
    const shown = await (await ask(url, token, new URL(proof).pathname)).text()
    if (shown !== text) wrong.push(`a proof is shown otherwise: ${proof}`)
  }
  return wrong.slice(0, shownMax)
}

function unlike(
  what: string,
  acknowledged: readonly (readonly [number, { status: string }])[],
  shown: readonly ListedItem[],
): string[] {
  const there = new Map(shown.map(({ id, status }) => [id, status]))
  const off = acknowledged.filter(([id, { status }]) => there.get(id) !== status)
  const more =
    shown.length === acknowledged.length
      ? []
      : [`${shown.length} of ${what} are listed, and ${acknowledged.length} were acknowledged`]
  return [
    ...off.slice(0, shownMax).map(([id, { status }]) => `${what} ${id} is shown as ${there.get(id)}, not ${status}`),
    ...more,
  ]
}

async function wrongTotal(evidence: Evidence, account: number, shown: { readonly total: number }): Promise<string[]> {
  const due = (moneyOf(evidence).get(account) ?? 0) / 10_000
  return shown.total === due ? [] : [`account ${account} is shown ${shown.total}, and must have ${due}`]
}

const ask = (url: string, bearer: string, path: string): Promise<Response> =>
  fetch(url + path, { headers: { authorization: `Bearer ${bearer}` } })

async function read(url: string, bearer: string, path: string): Promise<Answer['body']> {
  const answer = await ask(url, bearer, path)
  const raw = await answer.text()
  if (answer.status !== 200) throw new Error(`the checker was answered ${answer.status} to ${path}: ${raw}`)
  return JSON.parse(raw)
}

async function all(url: string, bearer: string, path: string): Promise<ListedItem[]> {
  const rows: ListedItem[] = []
  for (let page = 1; ; page++) {
    const { items, totalCount } = await read(url, bearer, `${path}page=${page}&pageSize=100`)
    rows.push(...items)
    if (items.length === 0 || rows.length >= totalCount) return rows
  }
}
