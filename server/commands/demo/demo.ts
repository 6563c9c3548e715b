import type { FastifyBaseLogger } from 'fastify'
import { deposit } from '../../payments/deposits/actions-bookings.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { clientsOf } from './clients.ts'
import { createItemTasks } from './create-items.ts'
import { createOffers } from './create-offers.ts'
import { createCurrentWork, createSuspiciousWork } from './create-work.ts'
import { createExtras } from './extras.ts'
import { createHistory, daysOfHistory } from './history.ts'
import { openPast, type Past } from './past.ts'
import { emailOf, type Name, openPeople, type People } from './people.ts'
import { openStudy } from './study.ts'

/**
 * Creates sample accounts, money, offers and their history. Says how to sign in before it fills the marketplace, so that the passwords are not
 * lost if it is stopped meanwhile; also returns that text. If the accounts exist, only creates new credentials. Also serves a study.
 */
export async function fillDemo(
  ctx: Ctx,
  address: string,
  logger: FastifyBaseLogger,
  say: (text: string) => void = () => {},
): Promise<string> {
  let past: Past | undefined
  try {
    const people = await openPeople(ctx, async () => {
      past = await openPast(ctx, logger)
      past.goTo(daysOfHistory, 0)
      return past.ctx
    })
    const text = introduction(address, people)
    say(text)
    if (past) await fillMarket(past, people)
    await openStudy(ctx.config, clientsOf(address, people), logger).catch((error) =>
      logger.warn(error, 'the study of the demo is not served'),
    )
    return text
  } finally {
    await past?.close()
  }
}

async function fillMarket(past: Past, people: People): Promise<void> {
  const clients = clientsOf(past.address, people)
  const withWork = await createHistory(past, clients)
  past.goToNow()
  await deposit(past.ctx, { email: emailOf('advertiser'), amount: 1_000, reference: 'demo' })
  await deposit(past.ctx, { email: emailOf('advertiser2'), amount: 2_000, reference: 'demo' })
  const withoutWork = await createOffers(clients)
  await createItemTasks(clients)
  await createCurrentWork(clients, withWork)
  await createSuspiciousWork(past.ctx, clients, withWork)
  await createExtras(past.ctx, clients, people, withoutWork)
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
