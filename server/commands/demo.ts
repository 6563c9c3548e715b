import { createAccount, createKey, findAccount, issueToken, revokeCalled } from '../accounts/actions.ts'
import { makeSecret } from '../accounts/credential.ts'
import { deposit } from '../payments/actions.ts'
import type { Ctx } from '../platform/ctx.ts'
import { fillMarket, type Tokens } from './demo-market.ts'

const people = {
  advertiser: { roles: ['Advertiser'] },
  executor: { roles: ['Executor'], country: 840, birthDate: '1990-01-31', gender: 'Female' },
  operator: { roles: ['Operator'] },
} as const
type Name = keyof typeof people
const names: readonly Name[] = ['advertiser', 'executor', 'operator']

const emailOf = (name: Name): string => `${name}@demo.example`
const deposited = 1_000

/** Accounts, money and offers to try. Answers what to print. Where they are there already, only new credentials are made. */
export async function fillDemo(ctx: Ctx, address: string): Promise<string> {
  const passwords = await createPeople(ctx)
  for (const name of names) await revokeCalled(ctx, emailOf(name), 'demo')
  const tokens = await tokensOf(ctx)
  const { secret: apiKey } = await createKey(ctx, { email: emailOf('advertiser'), name: 'demo', days: 30 })
  if (passwords) {
    await deposit(ctx, { email: emailOf('advertiser'), amount: deposited, reference: 'demo' })
    await fillMarket(address, tokens, apiKey)
  }
  return introduction(address, tokens, apiKey, passwords)
}

type Passwords = Readonly<Record<Name, string>>

async function createPeople(ctx: Ctx): Promise<Passwords | undefined> {
  const known = await findAccount(ctx, emailOf('operator')).catch(() => undefined)
  if (known) return undefined
  const passwords = { advertiser: newPassword(), executor: newPassword(), operator: newPassword() }
  for (const name of names) {
    await createAccount(ctx, { language: 'en', ...people[name], email: emailOf(name), password: passwords[name] })
  }
  return passwords
}

const newPassword = (): string => makeSecret('AccessToken').slice(-16)

async function tokensOf(ctx: Ctx): Promise<Tokens> {
  const issue = async (name: Name) => (await issueToken(ctx, { email: emailOf(name), days: 30, name: 'demo' })).secret
  return { advertiser: await issue('advertiser'), executor: await issue('executor'), operator: await issue('operator') }
}

function introduction(address: string, tokens: Tokens, apiKey: string, passwords: Passwords | undefined): string {
  const password = (name: Name) => (passwords ? `password ${passwords[name]}` : 'password as printed the first time')
  return [
    '',
    'Demo accounts (keep the passwords: they are for the console and printed this once):',
    ...names.map((name) => `  ${emailOf(name)}  ${password(name)}`),
    '',
    'Paste these lines into another terminal, then follow "A walk through the market" in README.md:',
    `  export BASE_URL=${address}`,
    `  export ADVERTISER_TOKEN=${tokens.advertiser}`,
    `  export EXECUTOR_TOKEN=${tokens.executor}`,
    `  export OPERATOR_TOKEN=${tokens.operator}`,
    `  export API_KEY=${apiKey}`,
    '',
    'Try first:',
    '  curl -s -H "Authorization: Bearer $EXECUTOR_TOKEN" "$BASE_URL/api/executor/offers/available"',
    '  curl -s -H "Authorization: Bearer $API_KEY" "$BASE_URL/v1/tasks"',
    '',
  ].join('\n')
}
