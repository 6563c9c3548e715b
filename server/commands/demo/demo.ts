import { deposit } from '../../payments/deposits/actions-bookings.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { type Call, callsTo } from './client.ts'
import { tellBeside } from './extras.ts'
import { fillOffers } from './market.ts'
import { emailOf, type Name, openPeople, type People } from './people.ts'
import { tellPast, tellPresent, tellSuspicious } from './story.ts'

/** Creates sample accounts, money and offers. Returns the text to print. If they exist, only creates new credentials. */
export async function fillDemo(ctx: Ctx, address: string): Promise<string> {
  const people = await openPeople(ctx)
  if (people.passwords) await fillMarket(ctx, people, callsTo(address))
  return introduction(address, people)
}

const deposited = { advertiser: 1_000, advertiser2: 2_000 } as const

async function fillMarket(ctx: Ctx, people: People, call: Call): Promise<void> {
  for (const [name, amount] of Object.entries(deposited) as [keyof typeof deposited, number][])
    await deposit(ctx, { email: emailOf(name), amount, reference: 'demo' })
  const { first, untouched } = await fillOffers(call, people)
  await tellPast(ctx, call, people, first)
  await tellPresent(call, people, first)
  await tellSuspicious(ctx, call, people, first)
  await tellBeside(ctx, call, people, untouched)
}

const signingIn: readonly Name[] = ['advertiser', 'executor', 'operator']
const alsoThere: readonly Name[] = ['advertiser2', 'executor2']

function introduction(address: string, { tokens, keys, passwords }: People): string {
  const line = (name: Name) =>
    `  ${emailOf(name).padEnd(25)} ${passwords ? `password ${passwords[name]}` : 'password as printed the first time'}`
  return [
    '',
    `Open ${address} and sign in as (the passwords are printed this once):`,
    ...signingIn.map(line),
    'Also there:',
    ...alsoThere.map(line),
    '',
    'Paste these lines into another terminal, then follow docs/quickstart.md:',
    `  export BASE_URL=${address}`,
    `  export ADVERTISER_TOKEN=${tokens.advertiser}`,
    `  export EXECUTOR_TOKEN=${tokens.executor}`,
    `  export OPERATOR_TOKEN=${tokens.operator}`,
    `  export API_KEY=${keys.advertiser}`,
    '',
    'Try first:',
    '  curl -s -H "Authorization: Bearer $EXECUTOR_TOKEN" "$BASE_URL/api/executor/offers/available"',
    '  curl -s -H "Authorization: Bearer $API_KEY" "$BASE_URL/v1/tasks"',
    '',
  ].join('\n')
}
