import { accountCommands } from './commands/accounts.ts'
import { catalogCommands } from './commands/catalog.ts'
import { depositCommands } from './commands/deposits.ts'
import { disputeCommands } from './commands/disputes.ts'
import { docsCommand } from './commands/docs.ts'
import { doctorCommand } from './commands/doctor.ts'
import { ledgerCommands } from './commands/ledger.ts'
import { mailCommand } from './commands/mail.ts'
import { offerCommands } from './commands/offers.ts'
import { newProgram, runProgram } from './commands/program.ts'
import { reportCommands } from './commands/reports.ts'
import { runCommands } from './commands/run.ts'
import { sanctionCommands } from './commands/sanctions.ts'
import { webhookCommands } from './commands/webhooks.ts'
import { withdrawalCommands } from './commands/withdrawals.ts'

const program = newProgram()
for (const add of [
  runCommands,
  accountCommands,
  depositCommands,
  ledgerCommands,
  withdrawalCommands,
  offerCommands,
  reportCommands,
  disputeCommands,
  sanctionCommands,
  catalogCommands,
  webhookCommands,
  mailCommand,
  doctorCommand,
  docsCommand,
]) {
  add(program)
}
await runProgram(program, process.argv)
