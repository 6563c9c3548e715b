import { stat, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import { type Role, roles } from '../accounts/account.ts'
import { createAccount, findAccount, removeProfile } from '../accounts/actions.ts'
import { changeEmailByAddress } from '../accounts/email-change/actions.ts'
import { emailStateJson } from '../accounts/email-change/serialize.ts'
import { changeRolesOf, listAccounts } from '../accounts/management/actions.ts'
import { managedAccountJson, serializeManagedList, serializeProfileChanges } from '../accounts/management/serialize.ts'
import { answerChange, correctProfile, listChanges } from '../accounts/profile/actions.ts'
import { restoreAccount, suspendAccount } from '../accounts/sanctions/actions.ts'
import { serializeAccount } from '../accounts/serialize.ts'
import { removeSecondFactor } from '../accounts/sign-in/actions-recovery.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { cancelClosingByEmail, closeByEmail } from '../privacy/actions-closing.ts'
import { exportOf } from '../privacy/actions-export.ts'
import { serializeClosing } from '../privacy/serialize-closing.ts'
import { idOf } from '../values/id.ts'
import { pageOf } from '../values/requests/page.ts'
import { reasonOf } from '../values/requests/reason.ts'
import {
  action,
  collect,
  command,
  commandGroup,
  type Json,
  type Paged,
  printResult,
  withInstallation,
  withPage,
  withReason,
} from './program.ts'

type OfAccount = { readonly email: string }
type WithReason = OfAccount & { readonly reason: string }
type Profile = { readonly country?: string; readonly birthDate?: string; readonly gender?: string }

export function accountCommands(program: Command): void {
  const account = commandGroup(program, 'account', 'accounts')
  createCommand(account)
  action(
    withReason(accountCommand(account, 'suspend', 'suspend an account and refuse its requests')),
    async (ctx, { email, reason }: WithReason) => serializeAccount(await suspendAccount(ctx, email, reason)),
  )
  action(accountCommand(account, 'restore', 'lift the suspension of an account'), async (ctx, { email }: OfAccount) =>
    serializeAccount(await restoreAccount(ctx, email)),
  )
  rolesCommand(account)
  action(
    accountCommand(account, 'remove-profile', 'delete the executor profile of an account'),
    async (ctx, { email }: OfAccount) => serializeAccount(await removeProfile(ctx, email)),
  )
  action(
    withReason(
      accountCommand(account, 'remove-second-factor', 'remove the second factor of a person who lost it'),
      'for the audit log',
    ),
    async (ctx, { email, reason }: WithReason) =>
      serializeAccount(await removeSecondFactor(ctx, email, reasonOf(reason))),
  )
  profileCommands(account)
  dataCommands(account)
  emailCommand(account)
  listCommand(account)
}

type Listing = Paged & { readonly search?: string; readonly role?: Role; readonly status?: 'Active' | 'Suspended' }

function listCommand(account: Command): void {
  const list = command(account, 'list', 'list accounts, newest first')
    .option('--search <text>', 'part of the e-mail address, or the id')
    .addOption(new Option('--role <role>').choices([...roles]))
    .addOption(new Option('--status <status>').choices(['Active', 'Suspended']))
  action(withPage(list), async (ctx, { page, search, role, status }: Listing) =>
    serializeManagedList(await listAccounts(ctx, { search, role, status }, pageOf(page))),
  )
}

const accountCommand = (account: Command, words: string, about: string): Command =>
  command(account, words, about).requiredOption('--email <email>')

function createCommand(account: Command): void {
  const create = accountCommand(account, 'create', 'create an account')
    .requiredOption('--role <role>', `one of ${roles.join(', ')}; may be repeated`, collect)
    .option('--password-stdin', 'read the password from standard input')
  withProfile(create)
    .option('--language <tag>', 'BCP 47', 'en')
    .action(async ({ role, passwordStdin, country, json, ...input }: NewAccount) => {
      const password = passwordStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined
      const countryId = country === undefined ? undefined : Number(/^\d{1,3}$/.test(country) ? country : Number.NaN)
      const account = { ...input, roles: role, country: countryId, password }
      await withInstallation(async (ctx) => printResult(serializeAccount(await createAccount(ctx, account)), json))
    })
}

type NewAccount = Json &
  OfAccount &
  Profile & { readonly role: readonly string[]; readonly passwordStdin?: boolean; readonly language: string }

const withProfile = (command: Command): Command =>
  command
    .option('--country <id>', 'ISO 3166-1 numeric code, such as 840')
    .option('--birth-date <day>', 'such as 1990-01-31')
    .option('--gender <gender>', 'Female or Male')

type RoleChange = WithReason & { readonly add: readonly string[]; readonly remove: readonly string[] }

function rolesCommand(account: Command): void {
  action(
    accountCommand(account, 'roles', 'add or remove roles of an account')
      .option('--add <role>', `one of ${roles.join(', ')}; may be repeated`, collect, [])
      .option('--remove <role>', 'the same', collect, [])
      .option('--reason <text>', 'for the audit log', 'On the command line'),
    async (ctx, { email, ...input }: RoleChange) => serializeAccount(await changeRolesOf(ctx, email, input)),
  )
}

const ownerId = idOf<'account'>(0)

function profileCommands(account: Command): void {
  action(
    withProfile(accountCommand(account, 'correct-profile', "correct an executor's profile at once")),
    async (ctx, { email, ...profile }: OfAccount & Profile) =>
      managedAccountJson.serialize(await correctProfile(ctx, email, profile), ownerId),
  )
  const answer = async (ctx: Ctx, email: string, rejection: string | null) =>
    managedAccountJson.serialize(
      await answerChange(ctx, { account: (await findAccount(ctx, email)).id, requestedAt: null }, rejection),
      ownerId,
    )
  action(accountCommand(account, 'approve-profile', 'approve a pending profile change'), (ctx, { email }: OfAccount) =>
    answer(ctx, email, null),
  )
  action(
    withReason(accountCommand(account, 'reject-profile', 'reject a pending profile change')),
    (ctx, { email, reason }: WithReason) => answer(ctx, email, reasonOf(reason)),
  )
  action(command(account, 'profile-changes', 'list pending profile changes, newest first'), async (ctx) =>
    serializeProfileChanges(await listChanges(ctx, pageOf(1, 100))),
  )
}

/** `export` is for a data request that did not come through the API, such as by letter. */
function dataCommands(account: Command): void {
  action(
    accountCommand(account, 'export', "export an account's data to a file").requiredOption(
      '--to <file>',
      'a new file, readable only by its owner',
    ),
    async (ctx, { email, to }: OfAccount & { to: string }) => {
      const { account, parts } = await exportOf(ctx, email)
      await writeFile(to, parts, { flag: 'wx', mode: 0o600 })
      return { accountId: account, file: to, bytes: (await stat(to)).size }
    },
  )
  action(
    withReason(
      accountCommand(account, 'close', 'close an account and erase its personal data after ACCOUNT_CLOSING_DAYS'),
      'for the audit log',
    ),
    async (ctx, { email, reason }: WithReason) => serializeClosing(await closeByEmail(ctx, email, reasonOf(reason))),
  )
  action(accountCommand(account, 'keep', 'cancel the closing of an account'), async (ctx, { email }: OfAccount) =>
    serializeClosing(await cancelClosingByEmail(ctx, email)),
  )
}

const emailAbout = 'change the address of a holder who has lost access to the old one; the new one must confirm'

function emailCommand(account: Command): void {
  action(
    command(account, 'change-email', emailAbout)
      .requiredOption('--email <email>', 'the current address')
      .requiredOption('--to <email>', 'new address, which receives a link')
      .requiredOption('--reason <text>', 'for the audit log'),
    async (ctx, { email, to, reason }: WithReason & { to: string }) =>
      emailStateJson.serialize(await changeEmailByAddress(ctx, email, { email: to, reason: reasonOf(reason) })),
  )
}
