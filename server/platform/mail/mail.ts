import { broughtForward } from '../clock.ts'
import type { Db } from '../database/db.ts'
import { sql } from '../sql.ts'

export type Mail = {
  readonly recipient: string
  readonly subject: string
  readonly body: string
  /** Whether the body contains a sign-in link: it is cleared once the mail is sent. */
  readonly hasSecret?: boolean
}

export type StoredMail = Mail & {
  readonly hasSecret: boolean
  readonly id: number
  readonly status: 'Waiting' | 'Sent' | 'Logged' | 'Failed'
  readonly attempts: number
  readonly error: string | null
  readonly createdAt: Date
}

/** Seconds before each retry. After the last one, the mail is given up and kept. */
const pausesSeconds = [60, 300, 1800, 7200, 21_600]
export const attemptsMax = pausesSeconds.length + 1
const keptDays = 30
/** Links in mails expire within this time. */
const secretHours = 24
const subjectCharactersMax = 200

/** Records mails in the current transaction; they are sent only after its commit. */
export const recordMails = (db: Db, mails: readonly Mail[]): Promise<number> =>
  db.run(sql`
    insert into mails (recipient, subject, body, has_secret, due_at, created_at)
    select recipient, subject, body, has_secret, ${db.now()}, ${db.now()}
    from unnest(${mails.map(({ recipient }) => recipient)}::text[],
      ${mails.map(({ subject }) => oneLine(subject))}::text[],
      ${mails.map(({ body }) => body)}::text[],
      ${mails.map(({ hasSecret }) => hasSecret ?? false)}::boolean[]) mail (recipient, subject, body, has_secret)`)

/** A line break in a subject would start another header. Joiners of emoji and isolates of titles stay. */
const oneLine = (text: string): string =>
  [...text.replace(/[\p{Cc}\p{Cs}\u202a-\u202e\s]+/gu, ' ').trim()].slice(0, subjectCharactersMax).join('')

const columns = sql`id, recipient, subject, body, has_secret, status, attempts, error, created_at`

/** Claims the next due mail. The attempt is counted before sending: a mail that crashes the process must not be retried forever. */
export const claimMail = (db: Db) =>
  db.maybe<StoredMail>(sql`
    update mails set attempts = attempts + 1,
      due_at = ${db.now()} + coalesce((${pausesSeconds}::integer[])[attempts + 1], ${pausesSeconds.at(-1)}::integer)
        * interval '1 second'
    where id = (select id from mails where due_at <= ${db.now()} order by due_at, id limit 1 for update skip locked)
    returning ${columns}`)

/** Brings forward the retries of mails after the clock was set back. */
export const bringMailsForward = ({ db }: { readonly db: Db }, seconds: number) =>
  db.run(sql`
    update mails set due_at = ${broughtForward(db.now(), sql`due_at`, seconds)} where due_at > ${db.now()}`)

export type MailResult = Pick<StoredMail, 'status' | 'error'>

/** Records the result of an attempt. The body of a mail with a secret is cleared unless it waits or was only logged. */
export const endMail = (db: Db, id: number, { status, error }: MailResult) =>
  db.run(sql`
    update mails set status = ended.status, error = ${error}::text,
      due_at = case when ended.status = 'Waiting' then due_at end,
      ended_at = case when ended.status = 'Waiting' then null else ${db.now()} end,
      body = case when has_secret and ended.status in ('Sent', 'Failed') then '' else body end
    from (select ${status}::text as status) ended where id = ${id}::bigint`)

export const listMails = (db: Db, most: number) =>
  db.many<StoredMail>(sql`select ${columns} from mails order by id desc limit ${most}::bigint`)

/** Clears bodies with expired links, of mails that were only logged because there is no mail server. */
export const clearOldSecrets = (db: Db, most: number) =>
  db.run(sql`
    update mails set body = '' where has_secret and body <> '' and due_at is null and id = any(array(
      select id from mails where has_secret and body <> '' and due_at is null
        and created_at < ${db.now()} - ${secretHours}::integer * interval '1 hour'
      order by created_at limit ${most}::bigint))`)

export const deleteOldMails = (db: Db, most: number) =>
  db.run(sql`
    delete from mails where id = any(array(
      select id from mails where created_at < ${db.now()} - ${keptDays}::integer * interval '1 day'
      order by created_at limit ${most}::bigint))`)

/** Whether a mail to this address is still to be sent. */
export const hasWaitingMail = (db: Db, recipient: string) =>
  db.one<{ isWaiting: boolean }>(sql`
    select exists (select from mails where recipient = ${recipient} and due_at is not null) as is_waiting`)

/** Deletes all mails to an address, even unsent ones. */
export const deleteMailsTo = (db: Db, recipient: string) =>
  db.run(sql`delete from mails where recipient = ${recipient}`)
