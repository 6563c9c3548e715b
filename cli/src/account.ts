import { type Command, InvalidArgumentError, Option } from 'commander'
import { command, isJson } from './program.ts'
import { writeBody } from './write-body.ts'

type Period = { readonly from?: string; readonly to?: string }
type Writing = Period & { readonly month?: Period; readonly jsonl?: true; readonly output?: string }

export function addAccountCommands(parent: Command): void {
  command({
    parent,
    words: 'account',
    about: 'show the account of the API key, with scopes and limits',
    act: (market) => market.whoAmI(),
  })
  command({ parent, words: 'balance', about: 'show available and held money', act: (market) => market.balance.get() })
  addStatementCommand(parent)
  command({
    parent,
    words: 'prices',
    about: 'list the kinds of tasks, with their ids and prices',
    columns: ['id', 'code', 'name', 'costPerAction', 'currency'],
    act: async (market) => ({ items: await market.catalog.prices() }),
  })
}

function addStatementCommand(parent: Command): void {
  const statement: Command = command({
    parent,
    words: 'statement',
    about: 'write the statement of a month, or of another period, as CSV',
    act: async (market, { month, jsonl, output, ...period }: Writing) => {
      const format = jsonl || isJson(statement) ? 'jsonl' : 'csv'
      return writeBody(await market.balance.statement({ ...period, ...month, format }), output)
    },
  })
  statement
    .addOption(
      new Option('--month <month>', 'a month in UTC, such as 2026-10').argParser(monthOf).conflicts(['from', 'to']),
    )
    .option('--from <time>', 'from this day on, or a time with its zone; default: the beginning')
    .option('--to <time>', 'to the end of this day, or a time with its zone; default: now')
    .option('--jsonl', 'as JSON, one change in each line')
    .option('--output <path>', 'the file to write; default: standard output')
}

/** Returns the first and the last day of a month. */
function monthOf(text: string): Period {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  if (year === undefined) throw new InvalidArgumentError('Write a year and a month such as 2026-10.')
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return { from: `${text}-01`, to: `${text}-${days}` }
}
