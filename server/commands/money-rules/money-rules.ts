import type { Command } from 'commander'
import { amountOf } from '../../../cli/src/input/options.ts'
import { cancelPlanned, listRules, listValues, setValue } from '../../money-rules/actions.ts'
import { moneyRuleNames } from '../../money-rules/money-rule.ts'
import { moneyRuleValueJson, serializeMoneyRules } from '../../money-rules/serialize.ts'
import { idFromPath } from '../../values/id.ts'
import { pageOf } from '../../values/requests/page.ts'
import { action, collect, command, commandGroup, oneOf, type Paged, withPage } from '../program.ts'

const names = moneyRuleNames.join(', ')

type Listing = Paged & { readonly rule?: readonly string[] }
type Setting = { readonly holdsFrom?: string; readonly lastValue?: string }

export function moneyRuleCommands(program: Command): void {
  const group = commandGroup(program, 'money-rule', 'the fee and the money limits, each from a time')
  action(command(group, 'list', 'list the rules with the values that hold now'), async (ctx) =>
    serializeMoneyRules(await listRules(ctx), ctx.config.currency),
  )
  action(
    withPage(
      command(group, 'values', 'list past and planned values, the one that was set last first').option(
        '--rule <rule>',
        `one of ${names}; may be repeated`,
        collect,
      ),
    ),
    async (ctx, { rule, page }: Listing) => {
      const rules = rule?.map((each) => oneOf('rule', moneyRuleNames, each))
      return moneyRuleValueJson.serializePage(await listValues(ctx, rules, pageOf(page)))
    },
  )
  action(
    command(group, 'set <rule> <value>', 'change a value, from now or from a later time')
      .option('--holds-from <time>', 'such as 2026-12-01T00:00:00Z; default: now')
      .option('--last-value <id>', 'refused if another value was set after this one'),
    async (ctx, rule: string, value: string, { holdsFrom, lastValue }: Setting) => {
      const input = {
        rule: oneOf('rule', moneyRuleNames, rule),
        value: Number(amountOf(value)),
        holdsFromUtc: holdsFrom,
        lastValueId: lastValue === undefined ? undefined : idFromPath(lastValue),
      }
      return moneyRuleValueJson.serialize(await setValue(ctx, input))
    },
  )
  action(command(group, 'cancel <id>', 'cancel a planned value, before it holds'), async (ctx, id: string) =>
    moneyRuleValueJson.serialize(await cancelPlanned(ctx, idFromPath(id))),
  )
}
