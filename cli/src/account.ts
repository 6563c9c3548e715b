import type { Command } from 'commander'
import { command } from './program.ts'

export function addAccountCommands(parent: Command): void {
  command({
    parent,
    words: 'account',
    about: 'show the account of the API key, with scopes and limits',
    act: (market) => market.whoAmI(),
  })
  command({ parent, words: 'balance', about: 'show available and held money', act: (market) => market.balance.get() })
  command({
    parent,
    words: 'prices',
    about: 'list the kinds of tasks, with their ids and prices',
    columns: ['id', 'code', 'name', 'costPerAction', 'currency'],
    act: async (market) => ({ items: await market.catalog.prices() }),
  })
}
