import { type Command, InvalidArgumentError } from 'commander'
import { listMails, type StoredMail } from '../platform/mail/mail.ts'
import { command, type Json, withInstallation } from './program.ts'
import { print } from './terminal.ts'

const countDefault = 20
const countMax = 1000

type Options = Json & { readonly most: number; readonly showSecrets?: boolean }

export function mailCommand(program: Command): void {
  command(program, 'mail', 'show mails, newest first: sent, waiting, failed, or only logged without SMTP_URL')
    .option('--most <number>', `number of mails, up to ${countMax}`, countOf, countDefault)
    .option('--show-secrets', 'show sign-in mails too; their links open accounts')
    .action(async ({ json, most: count, showSecrets }: Options) => {
      const stored = await withInstallation(({ db }) => listMails(db, count))
      const mails = showSecrets ? stored : stored.map(masked)
      if (json) print(JSON.stringify({ mails: mails.map(serialize) }))
      else print(mails.length === 0 ? 'No e-mails.' : mails.map(asText).join('\n\n'))
    })
}

function countOf(text: string): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > countMax)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${countMax}.`)
  return number
}

const hidden = '(hidden: it has a link that opens an account; market mail --show-secrets shows it)'
const cleared = '(cleared: it had a link that opens an account)'

const masked = (mail: StoredMail): StoredMail =>
  mail.hasSecret ? { ...mail, body: mail.body === '' ? cleared : hidden } : mail

const serialize = ({ id, recipient, subject, body, status, attempts, error, createdAt }: StoredMail) => ({
  id,
  to: recipient,
  subject,
  text: body,
  status,
  attempts,
  error,
  createdAtUtc: createdAt.toISOString(),
})

const asText = ({ id, recipient, subject, body, status, error, createdAt }: StoredMail): string => {
  const heading = `${id} · ${status}${error === null ? '' : ` (${error})`} · ${createdAt.toISOString()}`
  return [heading, `To: ${recipient}`, `Subject: ${subject}`, '', body].join('\n')
}
