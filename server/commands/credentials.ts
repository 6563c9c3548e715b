import type { Command } from 'commander'
import { amountOf, countOf } from '../../cli/src/input/options.ts'
import { scopes } from '../accounts/account.ts'
import { createKey, issueToken, revokeCredential } from '../accounts/actions.ts'
import type { IssuedKind } from '../accounts/credential.ts'
import { changeKeyOf, listCredentials } from '../accounts/credentials/actions.ts'
import { serializeOwnCredentials } from '../accounts/credentials/serialize.ts'
import { serializeCredential } from '../accounts/serialize.ts'
import { idFromPath } from '../values/id.ts'
import { pageOf } from '../values/requests/page.ts'
import { action, collect, command, commandGroup, type Paged, withPage } from './program.ts'

export function credentialCommands(program: Command): void {
  tokenCommands(program)
  keyCommands(program)
}

type OfAccount = { readonly email: string }

const ofAccount = (group: Command, words: string, about: string): Command =>
  command(group, words, about).requiredOption('--email <email>')

function listCommand(group: Command, kind: IssuedKind, about: string): void {
  action(withPage(ofAccount(group, 'list', about)), async (ctx, { email, page }: OfAccount & Paged) =>
    serializeOwnCredentials(await listCredentials(ctx, kind, pageOf(page), email)),
  )
}

type NewToken = OfAccount & { readonly days: number; readonly name?: string; readonly role: readonly string[] }

function tokenCommands(program: Command): void {
  const token = commandGroup(program, 'token', 'access tokens of Group A')
  action(
    ofAccount(token, 'issue', 'issue an access token; printed only once')
      .option('--days <number>', 'days until it expires', Number, 90)
      .option('--name <text>')
      .option('--role <role>', 'a role of the account; may be repeated; default: all', collect, []),
    async (ctx, { role, ...input }: NewToken) => {
      const { secret, id, expiresAt } = await issueToken(ctx, { ...input, roles: role })
      return { accessToken: secret, id, expiresAtUtc: expiresAt?.toISOString() }
    },
  )
  listCommand(token, 'AccessToken', 'list the access tokens of an account, newest first')
  action(command(token, 'revoke <id>', 'revoke an access token'), async (ctx, id: string) =>
    serializeCredential(await revokeCredential(ctx, 'AccessToken', idFromPath(id))),
  )
}

type NewKey = Omit<NewToken, 'days' | 'role'> & {
  readonly days?: number
  readonly scope: readonly string[]
  readonly network: readonly string[]
  readonly dailySpendMax?: number
  readonly test?: boolean
}
const amountIn = (text: string): number => Number(amountOf(text))
const networkHelp = 'network from which the key can be used, such as 203.0.113.0/24; may be repeated; default: all'

function createKeyCommand(key: Command): void {
  action(
    ofAccount(key, 'create', 'create an API key; printed only once')
      .option('--scope <scope>', `one of ${scopes.join(', ')}; may be repeated; default: all`, collect, [])
      .option('--name <text>')
      .option('--days <number>', 'days until it expires; default: never', countOf)
      .option('--network <cidr>', networkHelp, collect, [])
      .option('--daily-spend-max <amount>', 'what the key may spend per UTC day; default: no limit', amountIn)
      .option('--test', 'a test key, which acts only in the sandbox of the account'),
    async (ctx, { scope, network, test, ...input }: NewKey) => {
      const key = { ...input, scopes: scope, allowedNetworks: network, livemode: !test }
      const { secret, id } = await createKey(ctx, key)
      return { apiKey: secret, id }
    },
  )
}

function keyCommands(program: Command): void {
  const key = commandGroup(program, 'key', 'API keys of Group B')
  createKeyCommand(key)
  action(
    command(key, 'networks <id>', 'set the networks from which an API key can be used; default: all').option(
      '--network <cidr>',
      networkHelp,
      collect,
      [],
    ),
    async (ctx, id: string, { network }: { network: readonly string[] }) =>
      serializeCredential(await changeKeyOf(ctx, idFromPath(id), { allowedNetworks: network })),
  )
  action(
    command(
      key,
      'daily-spend-max <id>',
      'set what an API key may spend per UTC day; without an amount: no limit',
    ).argument('[amount]', 'such as 100.5', amountIn),
    async (ctx, id: string, amount: number | undefined) =>
      serializeCredential(await changeKeyOf(ctx, idFromPath(id), { dailySpendMax: amount ?? null })),
  )
  listCommand(key, 'ApiKey', 'list the API keys of an account, newest first')
  action(command(key, 'revoke <id>', 'revoke an API key'), async (ctx, id: string) =>
    serializeCredential(await revokeCredential(ctx, 'ApiKey', idFromPath(id))),
  )
}
