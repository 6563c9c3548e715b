import type { FastifyBaseLogger } from 'fastify'
import { drainInBatches } from '../batching/drain.ts'
import type { Ctx } from '../database/ctx.ts'
import { counter } from '../observability/metrics.ts'
import {
  attemptsMax,
  claimMail,
  clearOldSecrets,
  deleteOldMails,
  endMail,
  type MailResult,
  type StoredMail,
} from './mail.ts'

/** Timeout for the connection, for the greeting and for silence afterwards. */
const timeoutMs = 10_000
const errorCharactersMax = 300
/** Maximum log lines about unsent mails per run: the demo writes many, and its own output should stay visible. */
const linesMax = 3
const deletedMax = 1000

const ended = counter(
  'market_mails_total',
  'Attempts to send mails by result; Waiting means that another follows.',
  ['status'],
  (['Waiting', 'Sent', 'Logged', 'Failed'] as const).map((status) => ({ status })),
)

type Sender = Pick<Ctx, 'db' | 'config'>
type Post = (url: string, from: string, mail: StoredMail) => Promise<unknown>

/** Sends due mails. After a failure the rest waits for the next run: the mail server may be down. */
export async function sendMails(ctx: Sender, log: FastifyBaseLogger, post: Post = send): Promise<number> {
  for (let done = 0; ; done++) {
    const mail = await claimMail(ctx.db)
    if (!mail) return done
    if (ctx.config.smtpUrl === undefined) logUnsent(mail, done, log)
    const end = await outcomeOf(ctx, mail, log, post)
    await endMail(ctx.db, mail.id, end)
    ended({ status: end.status })
    if (end.error !== null) return done
  }
}

function logUnsent({ id, recipient, subject, hasSecret }: StoredMail, before: number, log: FastifyBaseLogger): void {
  const why = `because SMTP_URL is not set; see market mail${hasSecret ? ' --show-secrets' : ''}`
  if (before < linesMax) log.info({ mail: id, recipient, subject }, `e-mail not sent, ${why}`)
  if (before === linesMax) log.info(`further e-mails not sent, ${why}`)
}

async function outcomeOf(
  { config }: Sender,
  mail: StoredMail,
  log: FastifyBaseLogger,
  post: Post,
): Promise<MailResult> {
  const { id } = mail
  if (config.smtpUrl === undefined) return { status: 'Logged', error: null }
  try {
    await post(config.smtpUrl, config.mailFrom ?? '', mail)
    return { status: 'Sent', error: null }
  } catch (error) {
    const isLast = mail.attempts >= attemptsMax
    log.warn({ err: error, mail: id, isLast }, 'e-mail could not be sent')
    return { status: isLast ? 'Failed' : 'Waiting', error: String(error).slice(0, errorCharactersMax) }
  }
}

async function send(url: string, from: string, { recipient, subject, body }: StoredMail): Promise<unknown> {
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  // As an object, the recipient is a single address, even if it contains commas or brackets.
  const to = { name: '', address: recipient }
  return transport.sendMail({ from, to, subject, text: body, headers: { 'auto-submitted': 'auto-generated' } })
}

/** Deletes old mails, and the secrets of mails that are no longer needed. */
export const sweepMails = async ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  (await drainInBatches(deletedMax, (most) => deleteOldMails(db, most))) +
  (await drainInBatches(deletedMax, (most) => clearOldSecrets(db, most)))
