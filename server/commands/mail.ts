import { type Command, InvalidArgumentError } from 'commander'
import { type KeptMail, listMails } from '../platform/mail/mail.ts'
import { openInstallation } from './installation.ts'
import { command, print } from './program.ts'

const mostDefault = 20
const mostMax = 1000

/** Lists mails, newest first: sent, waiting and failed ones, and mails that were only logged because there is no mail server. */
export function mailCommand(program: Command): void {
  command(program, 'mail', 'show mails, newest first: sent, waiting, failed, or only logged without SMTP_URL')
    .option('--most <number>', `number of mails, up to ${mostMax}`, mostOf, mostDefault)
    .option('--show-secrets', 'show sign-in mails too; their links open accounts')
    .action(async ({ json, most, showSecrets }: { json?: boolean; most: number; showSecrets?: boolean }) => {
      const { ctx, close } = await openInstallation()
      try {
        const kept = await listMails(ctx.db, most)
        const mails = showSecrets ? kept : kept.map(masked)
        if (json) print(JSON.stringify({ mails: mails.map(shown) }))
        else print(mails.length === 0 ? 'No e-mails.' : mails.map(asText).join('\n\n'))
      } finally {
        await close()
      }
    })
}

function mostOf(text: string): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > mostMax) throw new InvalidArgumentError(`It must be a whole number from 1 to ${mostMax}.`)
  return number
}

const hidden = '(hidden: it has a link that opens an account; market mail --show-secrets shows it)'
const cleared = '(cleared: it had a link that opens an account)'

/** Hides the sign-in link of a mail. */
const masked = (mail: KeptMail): KeptMail =>
  mail.hasSecret ? { ...mail, body: mail.body === '' ? cleared : hidden } : mail

const shown = ({ id, recipient, subject, body, status, attempts, error, createdAt }: KeptMail) => ({
  id,
  to: recipient,
  subject,
  text: body,
  status,
  attempts,
  error,
  createdAtUtc: createdAt.toISOString(),
})

const asText = ({ id, recipient, subject, body, status, error, createdAt }: KeptMail): string =>
  [
    `${id} · ${status}${error === null ? '' : ` (${error})`} · ${createdAt.toISOString()}`,
    `To: ${recipient}`,
    `Subject: ${subject}`,
    '',
    body,
  ].join('\n')
