import type { Command } from 'commander'

type Part = () => Promise<(program: Command) => void>

/** The module of each command, by the command's first word. */
const parts: readonly (readonly [string, Part])[] = [
  ['serve work migrate', async () => (await import('./serve/run.ts')).runCommands],
  ['account', async () => (await import('./accounts.ts')).accountCommands],
  ['operator-request', async () => (await import('./operator-requests.ts')).operatorRequestCommands],
  ['token key', async () => (await import('./credentials.ts')).credentialCommands],
  ['deposit deposits refund void', async () => (await import('./deposits.ts')).depositCommands],
  ['booking', async () => (await import('./bookings.ts')).bookingCommands],
  ['money-rule', async () => (await import('./money-rules/money-rules.ts')).moneyRuleCommands],
  ['ledger', async () => (await import('./ledger.ts')).ledgerCommands],
  ['refund-request', async () => (await import('./refunds.ts')).refundCommands],
  ['withdrawal payout', async () => (await import('./withdrawals.ts')).withdrawalCommands],
  ['offer', async () => (await import('./offers.ts')).offerCommands],
  ['qualification', async () => (await import('./qualifications/qualifications.ts')).qualificationCommands],
  ['report', async () => (await import('./reports.ts')).reportCommands],
  ['dispute guarantee guarantee-payment', async () => (await import('./disputes.ts')).disputeCommands],
  ['sanction', async () => (await import('./sanctions.ts')).sanctionCommands],
  ['catalog', async () => (await import('./catalog.ts')).catalogCommands],
  ['webhook', async () => (await import('./webhooks.ts')).webhookCommands],
  ['backup restore', async () => (await import('./backup.ts')).backupCommands],
  ['files', async () => (await import('./files.ts')).fileCommands],
  ['mcp', async () => (await import('./mcp/mcp.ts')).mcpCommand],
  ['mail', async () => (await import('./mail.ts')).mailCommand],
  ['doctor', async () => (await import('./doctor/doctor.ts')).doctorCommand],
  ['completion', async () => (await import('./completion.ts')).completionCommand((all) => addCommands(all, undefined))],
  ['docs', async () => (await import('./docs/docs.ts')).docsCommand],
]

/** Adds the commands of this word only, which halves the start time; all commands if the word is unknown. */
export async function addCommands(program: Command, word: string | undefined): Promise<void> {
  const own = parts.filter(([words]) => words.split(' ').includes(word ?? ''))
  for (const [, part] of own.length > 0 ? own : parts) (await part())(program)
}
