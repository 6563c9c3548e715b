import type { Api } from '../platform/http/api.ts'
import { camelCase } from '../values/camel-case.ts'
import { once } from '../values/once.ts'
import type { Docs, WebhookDocs } from '../values/requests/operation.ts'
import { clientPackagePath } from './client-package.ts'
import { type Document, mapValues, type Paths, type Schema } from './document.ts'
import { introductionOf, programSections } from './introduction.ts'
import { describeMembers } from './members.ts'
import { documentOf, type Part } from './openapi.ts'
import { type Operation, watchOperations } from './operations.ts'
import { pascal, shownSchema } from './schemas.ts'

/** The version of each document: a breaking change increments its major version (docs/api/versioning.md). */
const versions = { a: '1.0.0', b: '1.0.0' }

export type ContractDocs = { readonly docs: readonly Docs[]; readonly webhooks: Readonly<Record<string, WebhookDocs>> }
export type PublicUrls = { readonly publicUrl: string; readonly apiUrl: string }

/** The API contract, generated from the routes: an OpenAPI document for each group, and every operation. */
export type Contract = {
  readonly a: () => Document
  readonly b: () => Document
  readonly operations: () => Operation[]
}

const bearer = (bearerFormat: string, description: string) => ({
  type: 'http',
  scheme: 'bearer',
  bearerFormat,
  description,
})
const accessToken = bearer('mkt_at_…', 'An access token with the role required by the operation')
const apiKey = bearer('mkt_live_…', "An advertiser's API key with the scope required by the operation")
const session = {
  type: 'apiKey',
  in: 'cookie',
  name: 'market.session_token',
  description: 'A session of the web console, usable only by its own pages',
}

const partA = ({ publicUrl }: PublicUrls): Part => ({
  title: 'Task Marketplace, Group A',
  version: versions.a,
  description: introductionOf({
    audience: 'For advertisers, executors and operators, with an access token.',
    credential: {
      shown: '$ACCESS_TOKEN',
      about:
        'Send an access token (`mkt_at_…`) as the bearer of each request. It is issued in the console, has one or more roles of its account, and can be revoked.',
    },
    first: { url: `${publicUrl}/api/account/notifications`, answers: 'with your notifications' },
  }),
  server: { url: publicUrl, description: 'This marketplace' },
  prefix: '',
  tags: [
    { name: 'Catalog', description: 'Catalog of orderable work' },
    { name: 'Offers', description: 'Offers of an advertiser' },
    { name: 'Balance', description: "An advertiser's balance" },
    { name: 'Deposits', description: 'Deposits and refunds' },
    { name: 'Available offers', description: 'Offers available to an executor' },
    { name: 'Work', description: 'Reserve, upload proofs, submit' },
    { name: 'Qualifications', description: 'Scores and groups of executors that offers require' },
    { name: 'Messages', description: 'Messages between advertisers and executors' },
    { name: 'Disputes', description: 'Appeals against rejections' },
    { name: 'Earnings', description: "An executor's earnings" },
    { name: 'Moderation', description: 'Moderation and other operator decisions' },
    { name: 'Payouts', description: 'Withdrawals and payouts' },
    { name: 'Account', description: "The caller's account and profile" },
    { name: 'Credentials', description: 'Access tokens and API keys of the account, in the console' },
    { name: 'Workspaces', description: 'Several people who work for one advertiser, in the console' },
    { name: 'Accounts', description: 'Accounts, for operators' },
    { name: 'Notifications', description: 'Notifications in the console and by e-mail' },
    { name: 'Sanctions', description: 'Sanctions and appeals' },
    { name: 'Operations', description: 'Statistics, books and webhook health' },
    { name: 'Audit log', description: 'Who decided what, when and why' },
    { name: 'Proofs', description: 'Uploaded files' },
  ],
  publicUrl,
  schemes: { accessToken, apiKey, session },
})

const partB = ({ publicUrl, apiUrl }: PublicUrls): Part => ({
  title: 'Task Marketplace, Group B',
  version: versions.b,
  description: introductionOf({
    audience: 'For programs of advertisers, with an API key.',
    credential: {
      shown: '$API_KEY',
      about:
        'Send an API key (`mkt_live_…`) as the bearer of each request. It is created in the console. Its scopes, networks and daily spending limit restrict what it can do.',
    },
    first: { url: `${apiUrl}/account`, answers: 'with your account, balance, scopes and limits' },
    more: programSections(`${publicUrl}${clientPackagePath}`),
  }),
  server: { url: apiUrl, description: 'This marketplace, with /v1' },
  prefix: '/v1',
  tags: [
    { name: 'Account', description: 'The account of the API key' },
    { name: 'Catalog', description: 'Catalog of orderable work' },
    { name: 'Tasks', description: 'Offers of an advertiser' },
    { name: 'Items', description: 'Inputs of a task, each answered by one or more executors' },
    { name: 'Executor lists', description: 'Lists of executors to allow or block' },
    { name: 'Qualifications', description: 'Scores and groups of executors that tasks require' },
    { name: 'Reports', description: 'Submitted work and decisions on it' },
    { name: 'Messages', description: 'Messages between advertisers and executors' },
    { name: 'Disputes', description: 'Appeals against rejections' },
    { name: 'Balance', description: 'Money' },
    { name: 'Deposits', description: 'Deposits and refunds' },
    { name: 'Webhooks', description: 'Webhooks and their deliveries' },
    { name: 'Events', description: 'The event feed' },
    { name: 'Sandbox', description: 'Only with a test key: money, executors and time of the sandbox' },
  ],
  publicUrl,
  schemes: { apiKey },
})

/** Records the routes added from now on. The documents are generated on demand and cached. */
export function watchContract(api: Api, { docs, webhooks }: ContractDocs, urls: PublicUrls): Contract {
  const operations = once(watchOperations(api, docs))
  const ofGroup = (isB: boolean) => operations().filter(({ path }) => path.startsWith('/v1/') === isB)
  return {
    a: once(() => documentOf(partA(urls), ofGroup(false), {})),
    b: once(() => documentOf(partB(urls), ofGroup(true), mapValues(webhooks, webhookObject))),
    operations,
  }
}

/** The OpenAPI webhook object of one kind of event. */
const webhookObject = ({ summary, about, schema, example }: WebhookDocs, kind: string): Paths[string] => ({
  post: {
    operationId: `on${pascal(camelCase(kind.replaceAll('.', '_')))}`,
    tags: ['Webhooks'],
    summary,
    description: about,
    security: [],
    parameters: [
      header('webhook-id', 'The same in every attempt'),
      header('webhook-timestamp', 'Unix seconds'),
      header('webhook-signature', '`v1,` and base64'),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: shownSchema(describeMembers(schema) as Schema, '', 'answer'),
          examples: { event: { value: example } },
        },
      },
    },
    responses: { '2XX': { description: 'Any 2xx confirms receipt; any other response is retried' } },
  },
})
const header = (name: string, description: string) =>
  ({ name, in: 'header', required: true, description, schema: { type: 'string' } }) as const
