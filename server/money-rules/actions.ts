import { actingAccount, foundFor, listedFor, mayCall } from '../accounts/actions-callers.ts'
import { actorOf } from '../accounts/caller.ts'
import { mustHaveWaited } from '../accounts/management/actions.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Id } from '../values/id.ts'
import { unitsOf } from '../values/money.ts'
import type { Page, PageOf } from '../values/requests/page.ts'
import {
  type FeeChange,
  holdsFromOf,
  type MoneyRule,
  type MoneyRuleName,
  type MoneyRuleValue,
  MoneyRuleValueHolds,
  MoneyRuleValueNotFound,
  moneyRuleNames,
  mustFit,
  type RuledSettings,
  ruledSettings,
  statusOf,
  valuesOf,
  valueUnitsOf,
} from './money-rule.ts'
import {
  cancelValue,
  findValue,
  insertValue,
  lockRule,
  readLastValue,
  readPlanned,
  readRuleFacts,
  readValues,
} from './sql.ts'

export type CurrentRules = RuledSettings & { readonly feeChange: FeeChange }

/** Returns the money rules that hold now, and the next change of the fee. Statements that read facts read them with `ruleFacts` instead. */
export async function currentRules({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<CurrentRules> {
  const { heldRules, feeChange } = await readRuleFacts(db)
  return { ...ruledSettings(config, heldRules), feeChange }
}

/** Returns every rule with its value and its planned values, for operators. */
export async function listRules(ctx: Ctx): Promise<readonly MoneyRule[]> {
  await mayCall(ctx)
  const { db, config } = ctx
  const [holding, planned] = [valuesOf(await currentRules(ctx)), await readPlanned(db, moneyRuleNames)]
  const last = await Promise.all(moneyRuleNames.map((rule) => readLastValue(db, rule)))
  return moneyRuleNames.map((rule, index) => ({
    rule,
    valueUnits: unitsOf(holding[rule]),
    defaultUnits: unitsOf(valuesOf(config)[rule]),
    lastValue: last[index]?.lastValue ?? null,
    planned: planned.filter((each) => each.rule === rule),
  }))
}

export const listValues = (
  ctx: Ctx,
  rules: readonly string[] = moneyRuleNames,
  page: Page,
): Promise<PageOf<MoneyRuleValue>> => listedFor(ctx, page, readValues(ctx.db, ctx.by, rules, page))

type ValueInput = {
  readonly rule: MoneyRuleName
  readonly value: number
  readonly holdsFromUtc?: string | null | undefined
  readonly lastValueId?: number | null | undefined
}

/** Sets a value from now or from a later time. Money that offers hold keeps the fee with which it was held. */
export async function setValue(
  ctx: Ctx,
  { rule, value, holdsFromUtc, lastValueId }: ValueInput,
): Promise<MoneyRuleValue> {
  const by = await actingAccount(ctx)
  await mustHaveWaited(ctx)
  const valueUnits = valueUnitsOf(rule, value)
  return ctx.db.transaction(async (db) => {
    await lockRule(db, rule)
    const { now, lastValue } = await readLastValue(db, rule)
    const holdsFrom = holdsFromOf(holdsFromUtc, now)
    mustFit({ lastValue, planned: await readPlanned(db, [rule]) }, holdsFrom, lastValueId)
    const { id } = await insertValue(db, { rule, valueUnits, holdsFrom, by })
    return foundFor(ctx, findValue(db, ctx.by, id), MoneyRuleValueNotFound)
  })
}

/** Cancels a planned value; cancelling it again changes nothing. Throws MoneyRuleValueHolds from the moment at which it holds. */
export async function cancelPlanned(ctx: Ctx, id: Id<'moneyRuleValue'>): Promise<MoneyRuleValue> {
  const found = await foundFor(ctx, findValue(ctx.db, ctx.by, id), MoneyRuleValueNotFound)
  await mustHaveWaited(ctx)
  const cancelled = await cancelValue(ctx.db, id, actorOf(ctx.by, found))
  if (cancelled) return cancelled
  const after = await foundFor(ctx, findValue(ctx.db, ctx.by, id), MoneyRuleValueNotFound)
  if (after.cancelledAt === null) throw MoneyRuleValueHolds({ currentStatus: statusOf(after) })
  return after
}
