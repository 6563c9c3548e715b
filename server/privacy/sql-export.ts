import { ownColumns } from '../offers/sql-fragments.ts'
import { recordDecisions } from '../platform/database/audit.ts'
import type { Db } from '../platform/database/db.ts'
import { name, type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'

type Section = { readonly columns: Sql; readonly from: Sql; readonly owner: Sql; readonly key: Sql }

/**
 * Returns a tag that takes the columns of a section. `owner` is the column with the account that a row belongs to. `key` is unique within
 * the account and never null: the cursor between batches.
 */
const section =
  (from: Sql | string, owner: string, key = 'id') =>
  (...columns: Parameters<typeof sql>): Section => ({
    columns: sql(...columns),
    from: typeof from === 'string' ? name(from) : from,
    owner: name(owner),
    key: name(key),
  })

/** Sections of an export, in order, by their name in the document. */
const sections = {
  account: section('accounts', 'id')`
    id, email, roles, withheld_roles, language, status, status_reason, suspended_until, created_at`,
  executorProfile: section('executors', 'account', 'account')`
    nickname, birth_date, country as country_id, gender, languages, language_levels, reservations_made, accepted, rejected, created_at, deleted_at`,
  /** Every nickname that the account had, in the form by which nicknames are compared. */
  nicknames: section('nicknames', 'account', 'key')`
    key as comparison_key, chosen_at, removed_at`,
  advertiserProfile: section('advertisers', 'account', 'account')`
    decided, accepted, rejections_made, disputes_decided, disputes_lost, workspace_name, created_at`,
  profileChanges: section('profile_changes', 'account')`
    id, members, status, reason, requested_at, due_at, ended_at`,
  emailChanges: section('email_changes', 'account')`
    id, old_email, new_email, status, old_confirmed_at, new_confirmed_at, requested_at, expires_at, ended_at`,
  signIn: section('sign_in_users', 'id')`
    email_verified as is_email_verified, two_factor_enabled as has_second_factor, name, created_at, updated_at, (
      select true from sign_in_passwords where user_id = sign_in_users.id and password is not null limit 1) is not null as has_password`,
  passkeys: section('sign_in_passkeys', 'user_id')`
    id, name, device_type, backed_up as is_backed_up, created_at`,
  sessions: section('sign_in_sessions', 'user_id')`
    ip_address, user_agent, created_at, expires_at`,
  credentials: section('credentials', 'account')`
    id, kind, name, roles, scopes, created_at, expires_at, revoked_at, last_used_at`,
  /** The workspaces of others for which the account acts or acted as a member. */
  memberships: section('credentials', 'person')`
    id, account as workspace_id, roles, created_at, revoked_at as ended_at, last_used_at`,
  invitations: section('invitations', 'account')`
    id, email, role, status, created_at, expires_at, ended_at`,
  sanctions: section('sanctions', 'account')`
    id, kind, code, reason, status, ends_at, appeal, appealed_at, answer, answered_at, created_at`,
  offers: section(sql`offers join offer_states on offer_states.offer = offers.id`, 'offers.advertiser', 'offers.id')`
    offers.id, ${ownColumns}, offer_states.status, type, title, description, proof_instructions, acceptance_criteria,
      details, source_language, translations, page, min_age, max_age, offers.gender, target_countries as target_country_ids, requirements, rules, quotas, exclusion_group,
      reward_units, fee_units, currency, total_limit, auto_accept_rules, status_reason, moderation, pending_change,
      version, created_at, updated_at, submitted_at, activated_at, completed_at, archived_at`,
  taskTemplates: section('task_templates', 'advertiser')`
    id, name, content, created_at, updated_at`,
  /** The account's reviews of others' work, without the work. */
  reviews: section('executions', 'advertiser')`
    id as report_id, offer as offer_id, status, reason_code, reason, comment, rating, rework_reason, decided_at`,
  executorLists: section('executor_lists', 'advertiser')`
    id, name, is_block_list, created_at, array(
      select note from executor_list_members where list = executor_lists.id and note is not null order by id) as notes`,
  qualifications: section('qualifications', 'advertiser')`
    id, name, description, how_to_get, is_visible, has_score, created_at, updated_at`,
  /** Hidden ones are exported without their name. */
  qualificationGrants: section(
    sql`qualification_grants granted join qualifications on qualifications.id = granted.qualification`,
    'granted.executor',
    'granted.id',
  )`
    granted.id, qualification as qualification_id, case when is_visible then name end as name, score, expires_at, granted_at`,
  disputesAnswered: section('disputes', 'advertiser')`
    id, execution as report_id, status, answer, answered_at, outcome, resolved_at`,
  webhooks: section('endpoints', 'account')`
    id, url, kinds, description, status, created_at, updated_at`,
  reservations: section('reservations', 'executor')`
    id, offer as offer_id, status, reward_units, currency, created_at, expires_at, ended_at, withdrawn_at,
      execution as execution_id`,
  executions: section('executions', 'executor')`
    id, offer as offer_id, status, revision, details, reward_units, bonus_units, currency, submitted_at, decided_at,
      decided_by, reason_code, reason, comment, rating, rework_reason, history, array(
        select proof from execution_proofs where execution = executions.id order by position) as proof_ids, (
        select jsonb_agg(jsonb_build_object('revision', revisions.revision, 'details', revisions.details) order by revisions.revision)
        from revisions where revisions.execution = executions.id) as earlier_revisions`,
  proofs: section('proofs', 'executor')`
    id, offer as offer_id, extension, file_name, size, content_type, encode(sha256, 'hex') as sha256, uploaded_at`,
  disputesOpened: section('disputes', 'executor')`
    id, execution as report_id, status, statement, opened_at, answer, outcome, decided_note, resolved_at`,
  advertiserMarks: section('advertiser_marks', 'executor')`
    id, mark, offer as offer_id, offer_title, marked_at`,
  savedSearches: section('saved_searches', 'executor')`
    id, name, filters, has_alerts, saved_at`,
  offerReports: section('offer_reports', 'reporter')`
    id, offer as offer_id, code, comment, created_at, outcome, decided_at`,
  messages: section('messages', 'author')`
    id, conversation as reservation_id, side, body as text, sent_at, removed_at`,
  messagesToMany: section('bulk_messages', 'advertiser')`
    id, offer as offer_id, statuses, body as text, created_at`,
  messageReports: section('message_reports', 'reporter')`
    id, message as message_id, code, comment, created_at, outcome, decided_at`,
  balances: section(
    sql`(select * from balances where book = any(array['advertiser.available', 'executor.pending', 'executor.available',
      'executor.withdrawing', 'platform.guarantee'])) balances`,
    'owner',
    'book',
  )`
    book, units as amount_units, currency, low_threshold_units, updated_at`,
  ledger: section(sql`entries join transfers on transfers.id = entries.transfer`, 'entries.account', 'entries.id')`
    entries.id, transfers.id as transfer_id, transfers.kind, book, units as amount_units, balance_after_units,
      transfers.offer as offer_id, transfers.execution as execution_id, transfers.description, entries.created_at`,
  deposits: section('deposits', 'account')`
    id, method, status, amount_units, refunded_units, charged_back_units, currency, reference, note, created_at, paid_at`,
  billingDetails: section('billing_details', 'account', 'account')`
    name, address, tax_id, updated_at`,
  receipts: section('receipts', 'account', 'number')`
    number, deposit as deposit_id, buyer_name, buyer_address, buyer_tax_id, issued_at`,
  bookingRequests: section('booking_requests', 'account')`
    id, kind, units as amount_units, currency, method, reference, status, requested_at, decided_at`,
  withdrawals: section('withdrawals', 'executor')`
    id, units as amount_units, currency, status, details as sealed_method, reason, reference, requested_at, approved_at,
      ended_at`,
  refunds: section('refund_requests', 'account')`
    id, deposit as deposit_id, units as amount_units, currency, status, details as sealed_method, note, reason, reference,
      requested_at, approved_at, ended_at`,
  notifications: section('notifications', 'account')`
    id, kind, data, created_at, read_at`,
  notificationSettings: section('notification_choices', 'account', 'kind')`
    kind, in_console, by_email, by_push, updated_at`,
  pushSubscriptions: section('push_subscriptions', 'account', 'session')`
    session as session_id, created_at`,
  mails: section(sql`mails join accounts on accounts.email = mails.recipient`, 'accounts.id', 'mails.id')`
    mails.id, recipient, subject, mails.status, mails.created_at`,
  decisions: section('audit_log', 'account')`
    id, actor, action, subject, subject_id, case when actor <> 'operator' then reason end as reason, created_at`,
}

export type SectionName = keyof typeof sections
export const sectionNames = Object.keys(sections) as SectionName[]

export type SectionRow = Readonly<Record<string, unknown>> & { readonly key: number | string }

/** Size in bytes at which a batch ends. A row has up to about 0.5 MiB. */
const batchBytes = 1024 * 1024

/** Returns the next rows of a section: up to `limit`, fewer if they are large, none at the end. */
export function readSection(
  db: Db,
  section: SectionName,
  account: Id<'account'>,
  after: number | string | undefined,
  limit: number,
) {
  const { columns, from, owner, key } = sections[section]
  const beyond = after === undefined ? sql`` : sql`and ${key} > ${after}`
  return db.many<SectionRow>(sql`
    with kept as (
      select ${key} as key, ${columns} from ${from} where ${owner} = ${account}::bigint ${beyond} order by ${key} limit ${limit}::bigint
    ), summed as (
      select kept.*, sum(octet_length(kept::text)) over (order by key) - octet_length(kept::text) as bytes_before from kept
    )
    select * from summed where bytes_before < ${batchBytes}::bigint order by key`)
}

/** Records an export by the account's holder, or on the command line (`by` null). */
export const recordExport = (db: Db, account: Id<'account'>, by: Id<'account'> | null) =>
  db.run(
    recordDecisions(db)`
      select case when ${by}::bigint is null then 'operator' when 'Executor' = any(roles) then 'executor'
          when 'Advertiser' = any(roles) then 'advertiser' else 'operator' end as actor,
        ${by}::bigint as account, 'account.export' as action, 'account' as subject, id as subject_id, id as owner,
        null::text as reason, '{}'::jsonb as data
      from accounts where id = ${account}::bigint`,
  )

export const readNow = (db: Db) => db.one<{ readonly now: Date }>(sql`select ${db.now()} as now`)
