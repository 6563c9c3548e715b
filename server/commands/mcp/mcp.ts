import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Command } from 'commander'
import { createToolServer, type Send } from '../../mcp/actions-tools.ts'
import type { OpenFile } from '../../mcp/pictures.ts'
import { refusalOf, type ShownProblem } from '../../mcp/results.ts'
import type { ContractDocument } from '../../mcp/schemas.ts'
import { onceHeaders, toolsIn } from '../../mcp/tools.ts'
import { newRequestId } from '../../platform/http/request-id.ts'
import { configOfTerminal, printError, terminal } from '../terminal.ts'

const timeoutMs = 60_000

/** Adds `mcp`, which serves the tools for assistants over standard input and output. Standard output has nothing else. */
export function mcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('serve the tools for assistants over standard input and output, with the API key in MARKET_API_KEY')
    .option('--url <url>', 'address of the marketplace; default: PUBLIC_URL')
    .exitOverride()
    .action(async ({ url }: { readonly url?: string }) => {
      const credential = terminal().environment()['MARKET_API_KEY']
      if (!credential) throw new Error('Set MARKET_API_KEY to an API key, such as mkt_live_….')
      await serveTools((url ?? configOfTerminal().publicUrl).replace(/\/+$/, ''), credential)
    })
}

async function serveTools(url: string, credential: string): Promise<void> {
  const send = sendTo(url, credential)
  const [account, document] = await Promise.all([
    read(send, '/v1/account') as Promise<{ readonly key: { readonly scopes: readonly string[] } }>,
    read(send, '/v1/openapi.json') as Promise<ContractDocument>,
  ])
  const { scopes } = account.key
  const access = {
    tools: toolsIn(document),
    scopes,
    credential,
    version: document.info.version,
    send,
    open: openAt(url, credential),
    requestId: newRequestId,
  }
  serveStdio(() => createToolServer(access), { onerror: (error) => printError(error.message) })
}

async function read(send: Send, path: string): Promise<unknown> {
  const { status, body } = await send({ method: 'GET', path })
  if (status < 300) return body
  const [first] = refusalOf(body as ShownProblem).content
  throw new Error(first?.type === 'text' ? first.text : `${path}: ${status}`)
}

const openAt =
  (url: string, credential: string): OpenFile =>
  (path) =>
    fetch(url + path, { headers: { authorization: `Bearer ${credential}` }, signal: AbortSignal.timeout(timeoutMs) })

const sendTo =
  (url: string, credential: string): Send =>
  async ({ method, path, body, idempotencyKey }) => {
    const headers = {
      authorization: `Bearer ${credential}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...onceHeaders(idempotencyKey),
    }
    const init = { method, headers, signal: AbortSignal.timeout(timeoutMs), body: body ? JSON.stringify(body) : null }
    const answer = await fetch(url + path, init).catch((error: unknown) => unreachable(url, method, error))
    const isReplayed = answer.headers.get('idempotency-replayed') === 'true'
    const requestId = answer.headers.get('x-request-id') ?? undefined
    return { status: answer.status, body: await bodyOf(answer), isReplayed, requestId }
  }

/** An answer that tells an assistant that there was none. */
function unreachable(url: string, method: string, error: unknown): Response {
  const cause = error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : ''
  const advice = method === 'GET' ? '' : ' It may have taken effect. Repeat it with the same arguments: it acts once.'
  const detail = `${url} did not answer (${cause}).${advice}`
  return Response.json({ code: 'unreachable', detail }, { status: 503 })
}

/** Proxies may answer with pages. */
async function bodyOf(answer: Response): Promise<unknown> {
  const text = await answer.text()
  try {
    return JSON.parse(text)
  } catch {
    return { code: `http_${answer.status}`, detail: `The answer is not JSON: ${text.slice(0, 200)}` }
  }
}
