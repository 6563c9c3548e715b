import { findAccount } from '../accounts/actions.ts'
import { mayCall, mustBeConfirmed } from '../accounts/actions-callers.ts'
import { countAttempts } from '../accounts/sign-in/actions-attempts.ts'
import { unsealedMethod } from '../payments/withdrawals/actions-methods.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { type Extension, signedUrl } from '../proofs/proof.ts'
import type { Id } from '../values/id.ts'
import { exportLimit, publicRow } from './export.ts'
import { readNow, readSection, recordExport, type SectionName, type SectionRow, sectionNames } from './sql-export.ts'

/** Maximum number of rows in memory per export. */
const rowsAtOnce = 250

/** All data of an account as one JSON document, streamed in parts. */
export type DataExport = { readonly account: Id<'account'>; readonly parts: AsyncIterable<string> }

/** Returns the caller's account. Throws ConfirmationRequired unless the session was recently confirmed. */
export async function mayExport(ctx: Ctx): Promise<Id<'account'>> {
  const { callerAccount } = await mayCall(ctx)
  await mustBeConfirmed(ctx)
  return callerAccount
}

/** Exports the caller's own data. Throws ConfirmationRequired, and RateLimited after five exports in a day. */
export async function exportOwn(ctx: Ctx): Promise<DataExport> {
  const callerAccount = await mayExport(ctx)
  await countAttempts(ctx, [exportLimit(callerAccount)], 'data-exports')
  return begin(ctx, callerAccount, callerAccount)
}

/** Exports an account's data on the command line, for requests made outside the console. Throws AccountNotFound. */
export const exportOf = async (ctx: Ctx, email: string): Promise<DataExport> =>
  begin(ctx, (await findAccount(ctx, email)).id, null)

async function begin(ctx: Ctx, account: Id<'account'>, by: Id<'account'> | null): Promise<DataExport> {
  await recordExport(ctx.db, account, by)
  const { now } = await readNow(ctx.db)
  return { account, parts: documentOf(ctx, account, now) }
}

async function* documentOf(ctx: Ctx, account: Id<'account'>, now: Date): AsyncGenerator<string> {
  yield `{"exportedAtUtc":"${now.toISOString()}"`
  for (const name of sectionNames) {
    yield `,\n"${name}":[`
    yield* rowsOf(ctx, name, account, now)
    yield ']'
  }
  yield '}\n'
}

async function* rowsOf(ctx: Ctx, name: SectionName, account: Id<'account'>, now: Date): AsyncGenerator<string> {
  let separator = ''
  for (let after: SectionRow['key'] | undefined; ; ) {
    const rows = await readSection(ctx.db, name, account, after, rowsAtOnce)
    const last = rows.at(-1)
    if (!last) return
    yield separator + rows.map((row) => JSON.stringify(rowOf(ctx, name, row, now))).join(',\n')
    separator = ',\n'
    after = last.key
  }
}

type ExportRow = SectionRow & {
  readonly id?: string
  readonly extension?: Extension
  readonly sealedMethod?: Buffer | null
}

/** Converts a row for the document: decrypts payout methods and adds proof links that are valid for 15 minutes. */
function rowOf({ secretKey, config }: Ctx, name: SectionName, row: ExportRow, now: Date) {
  const { key: _, bytesBefore: __, sealedMethod, extension, ...rest } = row
  const method = sealedMethod ? (unsealedMethod(secretKey, sealedMethod) ?? null) : sealedMethod
  return {
    ...publicRow(rest),
    ...(method === undefined ? {} : { method }),
    ...(name === 'proofs' && row.id !== undefined && extension !== undefined
      ? { downloadUrl: signedUrl(config.publicUrl, secretKey, { id: row.id, extension }, now) }
      : {}),
  }
}
