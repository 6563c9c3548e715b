import type { Marketplace } from '@task-marketplace/sdk'
import type { Command } from 'commander'
import { command, idOf, textIn, withPage } from './program.ts'

type Query = NonNullable<Parameters<Marketplace['qualifications']['list']>[0]>
type Creation = {
  readonly name: string
  readonly description?: string
  readonly howToGet?: string
  readonly group?: true
  readonly hidden?: true
}
type Granting = { readonly file: string; readonly reason?: string; readonly idempotencyKey?: string }

export function addQualificationCommands(program: Command): void {
  const parent = program
    .command('qualifications')
    .description('scores and groups of executors that your tasks require')
    .exitOverride()
  const list = command({
    parent,
    words: 'list',
    about: 'list your qualifications and those of the marketplace',
    columns: ['id', 'name', 'hasScore', 'isVisible', 'isOfMarketplace', 'grantCount'],
    act: (market, query: Query) => market.qualifications.list(query),
  })
  withPage(list)
  command({
    parent,
    words: 'create',
    about: 'create a qualification, or with --group a group without scores',
    act: (market, { group, hidden, ...texts }: Creation) =>
      market.qualifications.create({
        ...texts,
        ...(group && { hasScore: false }),
        ...(hidden && { isVisible: false }),
      }),
  })
    .requiredOption('--name <text>', 'such as "Reads labels"')
    .option('--description <text>', 'what it says about an executor')
    .option('--how-to-get <text>', 'for executors: how they can get it')
    .option('--group', 'without scores')
    .option('--hidden', 'executors do not know that it exists')
  addGrants(parent)
}

function addGrants(parent: Command): void {
  const members = command({
    parent,
    words: 'grants',
    about: 'list who has a qualification',
    columns: ['id', 'nickname', 'score', 'expiresAtUtc', 'grantedAtUtc'],
    act: (market, id: number, query: Query) => market.qualifications.grants(id, query),
  }).argument('<id>', 'id of the qualification', idOf)
  withPage(members)
  command({
    parent,
    words: 'grant',
    about: 'grant a qualification to the executors of a CSV file, all or none',
    act: async (market, id: number, { file, reason, ...options }: Granting) =>
      market.qualifications.grant(id, { csv: await textIn(file), ...(reason && { reason }) }, options),
  })
    .argument('<id>', 'id of the qualification', idOf)
    .requiredOption('--file <path>', 'CSV with the columns executorId, score and expiresAtUtc; - reads standard input')
    .option('--reason <text>', 'for the activity log')
    .option('--idempotency-key <text>', 'repeated with the same text, the command takes effect once')
  command({
    parent,
    words: 'take',
    about: 'take a qualification from an executor',
    act: (market, id: number, executor: string) => market.qualifications.take(id, executor),
  })
    .argument('<id>', 'id of the qualification', idOf)
    .argument('<executor>', 'id of the executor: ex_…')
}
