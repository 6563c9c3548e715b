import { stat, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { roles, scopes } from '../accounts/account.ts'
import {
  createAccount,
  createKey,
  findAccount,
  issueToken,
  removeProfile,
  revokeCredential,
} from '../accounts/actions.ts'
import { changeNetworksOf } from '../accounts/credentials/actions.ts'
import { changeEmailByAddress } from '../accounts/email-change/actions.ts'
import { serializeEmailState } from '../accounts/email-change/serialize.ts'
import { changeRolesOf } from '../accounts/management/actions.ts'
import { serializeManaged } from '../accounts/management/serialize.ts'
import { serializeProfileChanges } from '../accounts/management/serialize-changes.ts'
import { answerChange, correctProfile, listChanges } from '../accounts/profile/actions.ts'
import { restoreAccount, suspendAccount } from '../accounts/sanctions/actions.ts'
import { serializeAccount, serializeCredential } from '../accounts/serialize.ts'
import { cancelClosingByEmail, closeByEmail } from '../privacy/actions-closing.ts'
import { exportOf } from '../privacy/actions-export.ts'
import { serializeClosing } from '../privacy/serialize-closing.ts'
import { idFromPath, idOf } from '../values/id.ts'
import { pageOf } from '../values/requests/page.ts'
import { reasonOf } from '../values/requests/reason.ts'
import { collect, command, once } from './program.ts'

type Json = { readonly json?: boolean }
type NewAccount = Json & {
  readonly email: string
  readonly role: readonly string[]
  readonly passwordStdin?: boolean
  readonly country?: string
  readonly birthDate?: string
  readonly gender?: string
  readonly language: string
}

export function accountCommands(program: Command): void {
  const account = program.command('account').description('accounts').exitOverride()
  creating(account)
  command(account, 'suspend', 'suspend an account and refuse its requests')
    .requiredOption('--email <email>')
    .requiredOption('--reason <text>')
    .action(({ json, email, reason }) =>
      once(json, async (ctx) => serializeAccount(await suspendAccount(ctx, email, reason))),
    )
  command(account, 'restore', 'lift the suspension of an account')
    .requiredOption('--email <email>')
    .action(({ json, email }) => once(json, async (ctx) => serializeAccount(await restoreAccount(ctx, email))))
  changing(account)
  command(account, 'remove-profile', 'delete the executor profile of an account')
    .requiredOption('--email <email>')
    .action(({ json, email }) => once(json, async (ctx) => serializeAccount(await removeProfile(ctx, email))))
  correcting(account)
  exporting(account)
  closing(account)
  addressing(account)
  tokens(program)
  keys(program)
}

/** Corrects a profile without the waiting period of the executor's own changes. */
function correcting(account: Command): void {
  command(account, 'correct-profile', "correct an executor's profile at once")
    .requiredOption('--email <email>')
    .option('--country <id>', 'ISO 3166-1 numeric code, such as 840')
    .option('--birth-date <day>', 'such as 1990-01-31')
    .option('--gender <gender>', 'Female or Male')
    .action(({ json, email, ...profile }: Json & Correction) =>
      once(json, async (ctx) => serializeManaged(await correctProfile(ctx, email, profile), ownerId)),
    )
  command(account, 'approve-profile', 'approve a pending profile change')
    .requiredOption('--email <email>')
    .action(({ json, email }: Json & { email: string }) => answered(json, email, null))
  command(account, 'reject-profile', 'reject a pending profile change')
    .requiredOption('--email <email>')
    .requiredOption('--reason <text>')
    .action(({ json, email, reason }: Json & { email: string; reason: string }) =>
      answered(json, email, reasonOf(reason)),
    )
  command(account, 'profile-changes', 'list pending profile changes, newest first').action(({ json }: Json) =>
    once(json, async (ctx) => serializeProfileChanges(await listChanges(ctx, pageOf(1, 100)))),
  )
}

/** For a data request that did not come through the API, such as by letter. */
function exporting(account: Command): void {
  command(account, 'export', "export an account's data to a file")
    .requiredOption('--email <email>')
    .requiredOption('--to <file>', 'a new file, readable only by its owner')
    .action(({ json, email, to }: Json & { email: string; to: string }) =>
      once(json, async (ctx) => {
        const { account, parts } = await exportOf(ctx, email)
        await writeFile(to, parts, { flag: 'wx', mode: 0o600 })
        return { accountId: account, file: to, bytes: (await stat(to)).size }
      }),
    )
}

function closing(account: Command): void {
  command(account, 'close', 'close an account and erase its personal data after ACCOUNT_CLOSING_DAYS')
    .requiredOption('--email <email>')
    .requiredOption('--reason <text>', 'for the audit log')
    .action(({ json, email, reason }: Json & { email: string; reason: string }) =>
      once(json, async (ctx) => serializeClosing(await closeByEmail(ctx, email, reasonOf(reason)))),
    )
  command(account, 'keep', 'cancel the closing of an account')
    .requiredOption('--email <email>')
    .action(({ json, email }: Json & { email: string }) =>
      once(json, async (ctx) => serializeClosing(await cancelClosingByEmail(ctx, email))),
    )
}

type NewEmail = Json & { readonly email: string; readonly to: string; readonly reason: string }

function addressing(account: Command): void {
  command(
    account,
    'change-email',
    'change the address of a holder who has lost access to the old one; the new one must confirm',
  )
    .requiredOption('--email <email>', 'the current address')
    .requiredOption('--to <email>', 'new address, which receives a link')
    .requiredOption('--reason <text>', 'for the audit log')
    .action(({ json, email, to, reason }: NewEmail) =>
      once(json, async (ctx) =>
        serializeEmailState(await changeEmailByAddress(ctx, email, { email: to, reason: reasonOf(reason) })),
      ),
    )
}

type Correction = {
  readonly email: string
  readonly country?: string
  readonly birthDate?: string
  readonly gender?: string
}
const ownerId = idOf<'account'>(0)

const answered = (json: boolean | undefined, email: string, rejection: string | null) =>
  once(json, async (ctx) =>
    serializeManaged(await answerChange(ctx, (await findAccount(ctx, email)).id, rejection), ownerId),
  )

function creating(account: Command): void {
  command(account, 'create', 'create an account')
    .requiredOption('--email <email>')
    .requiredOption('--role <role>', `one of ${roles.join(', ')}; may be repeated`, collect)
    .option('--password-stdin', 'read the password from standard input')
    .option('--country <id>', 'ISO 3166-1 numeric code, such as 840')
    .option('--birth-date <day>', 'such as 1990-01-31')
    .option('--gender <gender>', 'Female or Male')
    .option('--language <tag>', 'BCP 47', 'en')
    .action(async (options: NewAccount) => {
      const password = options.passwordStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined
      const { json, email, role, language, birthDate, gender } = options
      const country = options.country === undefined ? undefined : Number(options.country)
      await once(json, async (ctx) =>
        serializeAccount(
          await createAccount(ctx, { email, roles: role, language, birthDate, gender, country, password }),
        ),
      )
    })
}

type NewRoles = Json & {
  readonly email: string
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly reason: string
}

function changing(account: Command): void {
  command(account, 'roles', 'add or remove roles of an account')
    .requiredOption('--email <email>')
    .option('--add <role>', `one of ${roles.join(', ')}; may be repeated`, collect, [])
    .option('--remove <role>', 'the same', collect, [])
    .option('--reason <text>', 'for the audit log', 'On the command line')
    .action(({ json, email, ...input }: NewRoles) =>
      once(json, async (ctx) => serializeAccount(await changeRolesOf(ctx, email, input))),
    )
}

function tokens(program: Command): void {
  const token = program.command('token').description('access tokens of Group A').exitOverride()
  command(token, 'issue', 'issue an access token; printed only once')
    .requiredOption('--email <email>')
    .option('--days <number>', 'days until it expires', Number, 90)
    .option('--name <text>')
    .option('--role <role>', 'a role of the account; may be repeated; default: all', collect, [])
    .action(({ json, role, ...input }) =>
      once(json, async (ctx) => {
        const { secret, id, expiresAt } = await issueToken(ctx, { ...input, roles: role })
        return { accessToken: secret, id, expiresAtUtc: expiresAt?.toISOString() }
      }),
    )
  command(token, 'revoke <id>', 'revoke an access token').action((id: string, { json }: Json) =>
    once(json, async (ctx) => serializeCredential(await revokeCredential(ctx, 'AccessToken', idFromPath(id)))),
  )
}

const networkHelp = 'network from which the key can be used, such as 203.0.113.0/24; may be repeated; default: all'

function keys(program: Command): void {
  const key = program.command('key').description('API keys of Group B').exitOverride()
  command(key, 'create', 'create an API key; printed only once')
    .requiredOption('--email <email>')
    .option('--scope <scope>', `one of ${scopes.join(', ')}; may be repeated; default: all`, collect, [])
    .option('--name <text>')
    .option('--days <number>', 'days until it expires; default: never', Number)
    .option('--network <cidr>', networkHelp, collect, [])
    .action(({ json, scope, network, ...input }) =>
      once(json, async (ctx) => {
        const { secret, id } = await createKey(ctx, { ...input, scopes: scope, allowedNetworks: network })
        return { apiKey: secret, id }
      }),
    )
  command(key, 'networks <id>', 'set the networks from which an API key can be used; default: all')
    .option('--network <cidr>', networkHelp, collect, [])
    .action((id: string, { json, network }: Json & { network: readonly string[] }) =>
      once(json, async (ctx) => serializeCredential(await changeNetworksOf(ctx, idFromPath(id), network))),
    )
  command(key, 'revoke <id>', 'revoke an API key').action((id: string, { json }: Json) =>
    once(json, async (ctx) => serializeCredential(await revokeCredential(ctx, 'ApiKey', idFromPath(id)))),
  )
}
