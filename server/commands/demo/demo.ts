import { deposit } from '../../payments/deposits/actions-bookings.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { clientsOf } from './clients.ts'
import { createItemTasks } from './create-items.ts'
import { createOffers } from './create-offers.ts'
import { createCurrentWork, createPastWork, createSuspiciousWork } from './create-work.ts'
import { createExtras } from './extras.ts'
import { emailOf, type Name, openPeople, type People } from './people.ts'

/** Creates sample accounts, money and offers. Returns the text to print. If they exist, only creates new credentials. */
export async function fillDemo(ctx: Ctx, address: string): Promise<string> {
  const people = await openPeople(ctx)
  if (people.passwords) await fillMarket(ctx, people, address)
  return introduction(address, people)
}

async function fillMarket(ctx: Ctx, people: People, address: string): Promise<void> {
  const clients = clientsOf(address, people)
  await deposit(ctx, { email: emailOf('advertiser'), amount: 1_000, reference: 'demo' })
  await deposit(ctx, { email: emailOf('advertiser2'), amount: 2_000, reference: 'demo' })
  const { withWork, withoutWork } = await createOffers(clients)
  await createItemTasks(clients)
  await createPastWork(ctx, clients, people, withWork)
  await createCurrentWork(clients, withWork)
  await createSuspiciousWork(ctx, clients, withWork)
  await createExtras(ctx, clients, people, withoutWork)
}

function introduction(address: string, { tokens, keys, testKey, passwords }: People): string {
  const line = (name: Name) =>
    `  ${emailOf(name).padEnd(25)} ${passwords ? `password ${passwords[name]}` : 'password as printed the first time'}`
  return `
Open ${address} and sign in as (the passwords are printed this once):
${(['advertiser', 'executor', 'operator'] as const).map(line).join('\n')}
Also there:
${(['advertiser2', 'executor2'] as const).map(line).join('\n')}

Paste these lines into another terminal. Then follow docs/quickstart.md, or docs/api/first-program.md to write a program:
  export BASE_URL=${address}
  export ADVERTISER_TOKEN=${tokens.advertiser}
  export EXECUTOR_TOKEN=${tokens.executor}
  export OPERATOR_TOKEN=${tokens.operator}
  export API_KEY=${keys.advertiser}${testKey ? `\n  export TEST_KEY=${testKey}` : ''}

Try first:
  curl -s -H "Authorization: Bearer $EXECUTOR_TOKEN" "$BASE_URL/api/executor/offers/available"
  curl -s -H "Authorization: Bearer $API_KEY" "$BASE_URL/v1/tasks"
`
}
