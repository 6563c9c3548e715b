import type { Marketplace } from '@task-marketplace/sdk'
import type { Command } from 'commander'
import { command, idOf, jsonIn, withPage } from './program.ts'
import { type Output, wordsOf } from './table.ts'

type Rules = NonNullable<Parameters<Marketplace['tasks']['update']>[1]['rules']>
type Page = NonNullable<Parameters<Marketplace['tasks']['ruleActions']>[1]>

export function addRuleCommands(program: Command): void {
  const parent = program
    .command('rules')
    .description('what follows from the work of an executor on a task')
    .exitOverride()
  command({
    parent,
    words: 'list',
    about: 'list the rules of a task',
    row: ruleRow,
    act: async (market, task: number) => listOf(await market.tasks.get(task)),
  }).argument('<task>', 'id of the task', idOf)
  command({
    parent,
    words: 'set',
    about: 'replace the rules of a task',
    row: ruleRow,
    act: async (market, task: number, { file }: { readonly file: string }) =>
      listOf(await market.tasks.update(task, { rules: await rulesIn(file) })),
  })
    .argument('<task>', 'id of the task', idOf)
    .requiredOption('--file <path>', 'a JSON list of rules, or what "rules list --json" prints; - reads standard input')
  const actions = command({
    parent,
    words: 'actions',
    about: 'list what the rules of a task did and why, newest first',
    row: ({ id, actedAtUtc, executorId, reportId, rule, figures }) => ({
      id,
      actedAtUtc,
      executorId,
      reportId,
      ...ruleRow(rule as Output),
      figures: wordsOf(figures as Output),
    }),
    act: (market, task: number, query: Page) => market.tasks.ruleActions(task, query),
  }).argument('<task>', 'id of the task', idOf)
  withPage(actions)
}

const ruleRow = ({ when, then }: Output): Output => ({
  condition: wordsOf(when as Output),
  action: wordsOf(then as Output),
})

const listOf = ({ rules }: { readonly rules?: readonly object[] }) => ({ items: rules ?? [] })

async function rulesIn(path: string): Promise<Rules> {
  const given = await jsonIn(path)
  const rules = Array.isArray(given) ? given : (given as { readonly items?: unknown } | null)?.items
  if (!Array.isArray(rules)) throw new Error(`${path === '-' ? 'Standard input' : path} has no list of rules.`)
  return rules as Rules
}
