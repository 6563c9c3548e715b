import { asOperator, type Clients } from './clients.ts'
import { emailOf } from './people.ts'

export const payoutAccounts = {
  executor: { type: 'Bank', holder: 'Nora Lindqvist', iban: 'GB82 WEST 1234 5698 7654 32' },
  executor2: { type: 'Bank', holder: 'Jonas Keller', iban: 'DE89 3704 0044 0532 0130 00' },
  executor3: { type: 'PayPal', email: 'priya@demo.example' },
} as const

/** Books what the advertiser paid by bank transfer. */
export const bookDeposit = ({ operator }: Clients, day: number): Promise<unknown> =>
  asOperator(operator, 'deposits', {
    email: emailOf('advertiser'),
    method: 'Bank',
    amount: 20 + 5 * (day % 4),
    reference: `INV-20${String(60 - day).padStart(2, '0')}`,
    note: 'By bank transfer',
  })

type Payee = keyof typeof payoutAccounts

/** Requests what is available. Returns undefined if that is less than the minimum. */
export async function withdrawAll(clients: Clients, who: Payee): Promise<number | undefined> {
  const { earnings } = clients[who]
  const { available: amount, withdrawalMinimum } = await earnings.get()
  const available = Math.floor(Number(amount))
  if (available < Number(withdrawalMinimum)) return undefined
  return (await earnings.withdraw({ amount: String(available), method: payoutAccounts[who] })).id
}

/** Executors withdraw what is available, and the operator pays it. */
export async function payOut(clients: Clients): Promise<void> {
  for (const who of Object.keys(payoutAccounts) as Payee[]) {
    const id = await withdrawAll(clients, who)
    if (id === undefined) continue
    await asOperator(clients.operator, `withdrawals/${id}/approve`)
    await asOperator(clients.operator, `withdrawals/${id}/paid`, { reference: `SEPA-${1_000 + id}` })
  }
}
