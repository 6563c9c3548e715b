import type { Api } from '../platform/http/api.ts'
import { once } from '../values/once.ts'
import type { Docs, WebhookDocs } from '../values/requests/operation.ts'
import { type Document, mapValues, type Paths } from './document.ts'
import { documentOf, type Part } from './openapi.ts'
import { type Operation, watchOperations } from './operations.ts'

/** The version of each document: its first figure changes with what breaks (docs/api/versioning.md). */
const versions = { a: '1.0.0', b: '1.0.0' }

export type ContractDocs = { readonly docs: readonly Docs[]; readonly webhooks: Readonly<Record<string, WebhookDocs>> }
type PublicUrls = { readonly publicUrl: string; readonly apiUrl: string }

/** What the program says of itself to programs, made of its routes: a document for each group, and every operation. */
export type Contract = {
  readonly a: () => Document
  readonly b: () => Document
  readonly operations: () => Operation[]
}

const conventions = `Bodies are JSON in UTF-8. Times are RFC 3339 in UTC. Money is a decimal number with at most four fraction
digits. Members and values that you do not know may come: ignore them.

Every refusal is a problem (RFC 9457) with a \`code\`; \`GET {base_url}/problems/{code}\` tells what it means and what to do.
What is not the caller's is not found. Every POST, PUT, PATCH and DELETE takes an \`Idempotency-Key\`. An address that exists
answers other methods with 405 and \`Allow\`; a request that is too slow or too long is answered with 408 or 431.`

const accessToken = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'mkt_at_…',
  description: 'An access token of an account, with the role that each operation names',
}
const apiKey = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'mkt_live_…',
  description: 'An API key of an advertiser, with the scope that each operation names',
}
const session = {
  type: 'apiKey',
  in: 'cookie',
  name: 'market.session_token',
  description: 'A session of the web console, which its own pages alone can use',
}

const partA = ({ publicUrl }: PublicUrls): Part => ({
  title: 'Task Marketplace, Group A',
  version: versions.a,
  description: `For advertisers, executors and operators, with an access token.\n\n${conventions}`,
  server: { variable: 'base_url', url: publicUrl, about: 'Where this marketplace is' },
  prefix: '',
  tags: [
    { name: 'Catalog', description: 'What can be ordered' },
    { name: 'Offers', description: 'What an advertiser asks for' },
    { name: 'Balance', description: 'Money of an advertiser' },
    { name: 'Deposits', description: 'Money that comes in' },
    { name: 'Available offers', description: 'What an executor may take' },
    { name: 'Work', description: 'Reserve, upload proofs, submit' },
    { name: 'Disputes', description: 'Appeals against rejections' },
    { name: 'Earnings', description: 'What an executor has earned' },
    { name: 'Moderation', description: 'What operators decide' },
    { name: 'Payouts', description: 'What executors withdraw, on its way to a bank' },
    { name: 'Account', description: 'Who the caller is, and what they say of themselves' },
    { name: 'Credentials', description: 'Access tokens and API keys of the account, in the console' },
    { name: 'Accounts', description: 'Everybody who is here, for operators' },
    { name: 'Notifications', description: 'What an account is told, in the console and by mail' },
    { name: 'Sanctions', description: 'What operators bar accounts from, and appeals' },
    { name: 'Operations', description: 'How the marketplace does: figures, books, webhooks' },
    { name: 'Audit log', description: 'Who decided what, when and why' },
    { name: 'Proofs', description: 'Uploaded files' },
  ],
  publicUrl,
  schemes: { accessToken, apiKey, session },
})

const partB = ({ publicUrl, apiUrl }: PublicUrls): Part => ({
  title: 'Task Marketplace, Group B',
  version: versions.b,
  description: `For programs of advertisers, with an API key.\n\n${conventions}`,
  server: { variable: 'api_base_url', url: apiUrl, about: 'Where this marketplace is, with /v1' },
  prefix: '/v1',
  tags: [
    { name: 'Tasks', description: 'What an advertiser asks for' },
    { name: 'Executor lists', description: 'Whom tasks are for, and whom they are not' },
    { name: 'Reports', description: 'Submitted work, and the decision on it' },
    { name: 'Disputes', description: 'Appeals against rejections' },
    { name: 'Balance', description: 'Money' },
    { name: 'Deposits', description: 'Money that comes in' },
    { name: 'Webhooks', description: 'Who is told of events, and what was sent' },
    { name: 'Events', description: 'What happened, to be fetched' },
  ],
  publicUrl,
  schemes: { apiKey },
})

const isB = ({ path }: Operation): boolean => path.startsWith('/v1/')

/** Watches the routes that are mounted from now on; the documents are made when somebody asks, and kept. */
export function watchContract(api: Api, { docs, webhooks }: ContractDocs, urls: PublicUrls): Contract {
  const operations = once(watchOperations(api, docs))
  const sent = mapValues(webhooks, sentTo)
  return {
    a: once(() =>
      documentOf(
        partA(urls),
        operations().filter((each) => !isB(each)),
        {},
      ),
    ),
    b: once(() => documentOf(partB(urls), operations().filter(isB), sent)),
    operations,
  }
}

/** What a subscriber receives. */
const sentTo = ({ summary, about, schema, example }: WebhookDocs): Paths[string] => ({
  post: {
    tags: ['Webhooks'],
    summary,
    description: about,
    parameters: [
      { name: 'webhook-id', in: 'header', required: true, description: 'The same in every attempt', schema: text },
      { name: 'webhook-timestamp', in: 'header', required: true, description: 'Unix seconds', schema: text },
      { name: 'webhook-signature', in: 'header', required: true, description: '`v1,` and base64', schema: text },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: schema as Readonly<Record<string, unknown>>,
          examples: { event: { value: example } },
        },
      },
    },
    responses: { '2XX': { description: 'Any of them says that it has arrived; everything else is tried again' } },
  },
})
const text = { type: 'string' }
