import { AccountNotFound } from '../accounts/account.ts'
import { admitted, mustBeExecutor } from '../accounts/caller.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Id } from '../values/id.ts'
import { executorBooks } from './ledger.ts'
import { type StatementFacts, statementEntries, statementFacts } from './sql-statement.ts'
import { type Form, type Period, statementText } from './statement.ts'

/** Entries per batch, which bounds the memory for a statement of any length. */
const readAtOnce = 1_000

export type Statement = { readonly account: Id<'account'>; readonly parts: () => AsyncGenerator<string> }

type StatementRequest = Period & { readonly form: Omit<Form, 'currency'>; readonly account?: Id<'account'> }

/** Returns the caller's statement for a period or, for an operator, that of the named account. */
export async function openStatement(ctx: Ctx, { form, account, ...period }: StatementRequest): Promise<Statement> {
  const { books } = form
  const { caller, rows } = admitted(ctx.by, await statementFacts(ctx.db.reads, ctx.by, account ?? null, books, period))
  if (books === executorBooks) mustBeExecutor(caller)
  const [facts] = rows
  if (!facts) throw AccountNotFound({ accountId: account })
  return { account: facts.account, parts: () => partsOf(ctx, form, facts) }
}

async function* partsOf(
  { db, config }: Ctx,
  form: StatementRequest['form'],
  facts: StatementFacts,
): AsyncGenerator<string> {
  const text = statementText({ ...form, currency: config.currency }, facts.opening)
  const bounds = { from: facts.fromAt, until: facts.until }
  yield text.opening(bounds)
  for (let after = 0, isMore = true; isMore; ) {
    const entries = await statementEntries(db.reads, { ...facts, books: form.books }, after, readAtOnce)
    yield text.entries(entries)
    after = entries.at(-1)?.id ?? after
    isMore = entries.length === readAtOnce
  }
  yield text.closing(bounds)
}
