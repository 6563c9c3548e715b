/**
 * What erasing an account does to each column of type text, json, bytea or date:
 * - `ours`: holds only our own texts, hashes or numbers, which identify no one
 * - `erased`: cleared, replaced by a pseudonym, or gone with its row
 * - `expires`: deleted automatically within 30 days
 * - anything else: kept, for this reason
 */
const record = 'part of a record that belongs to another party, too'
const bookkeeping = 'bookkeeping must keep it'
const audit = 'the audit log is append-only and goes after AUDIT_KEPT_DAYS'
const offer = 'content that was published, and that others worked for'
const fraud = 'recognises copies of pictures and repeated codes; a hash'
const sanction = 'an operator wrote it; a sanction outlives the account'

type ColumnErasure = Readonly<Record<string, string>>

const of = (erasure: string, columns: string): ColumnErasure =>
  Object.fromEntries(columns.split(' ').map((name) => [name, erasure]))
const table = (...fates: readonly ColumnErasure[]): ColumnErasure => Object.assign({}, ...fates)

export const erasureByTable: Readonly<Record<string, ColumnErasure>> = {
  account_closings: table(of('ours', 'status'), of(audit, 'reason'), of('erased', 'email')),
  accounts: table(
    of('ours', 'roles status withheld_roles'),
    of(sanction, 'status_reason'),
    of('erased', 'email language'),
  ),
  add_ons: of('ours', 'code names'),
  advertiser_marks: table(of('ours', 'mark'), of('erased', 'offer_title')),
  advertisers: of('erased', 'workspace_name'),
  answer_drafts: of('erased', 'value'),
  answers: of(record, 'value skip_reason'),
  assignments: table(of('ours', 'state'), of(record, 'skip_reason')),
  attempts: of('expires', 'url request error excerpt'),
  audit_log: table(of('ours', 'actor action subject request_id'), of(audit, 'reason data')),
  balances: of('ours', 'book currency'),
  bulk_messages: table(of('ours', 'statuses'), of('erased', 'body')),
  bank_account: of('ours', 'holder iban bic'),
  bank_entries: of('ours', 'key'),
  barred_identities: of('kept under a sanction alone, as a keyed hash', 'hash'),
  billing_details: of('erased', 'name address tax_id'),
  book_checks: of('ours', 'mismatches sums'),
  booking_requests: table(of('ours', 'kind currency status'), of(bookkeeping, 'method reference note reason')),
  categories: of('ours', 'code names'),
  clearings: of('ours', 'cause'),
  completion_codes: of(fraud, 'code'),
  conversations: of('ours', 'executor_alias'),
  credentials: of('erased', 'kind hash name roles scopes networks refused_address spent_on'),
  daily_figures: of('ours', 'day'),
  deliveries: of('ours', 'status'),
  deposits: table(
    of('ours', 'method status currency mismatch_currency'),
    of(bookkeeping, 'reference note session url payment_intent'),
  ),
  desk_assignments: of('ours', 'subject'),
  desk_notes: table(of('ours', 'subject'), of('erased', 'text')),
  disputes: table(of('ours', 'status outcome'), of(record, 'statement answer decided_note rejection')),
  earned_months: of('ours', 'month'),
  email_changes: table(
    of('ours', 'status'),
    of('erased', 'old_email new_email old_hash reason old_token new_token cancel_token'),
  ),
  endpoints: table(
    of('ours', 'kinds api_version status disabled_by'),
    of('erased', 'url host description disabled_reason secret previous_secret'),
  ),
  entries: of('ours', 'book'),
  events: table(of('ours', 'kind request_id'), of('expires', 'data body')),
  execution_changes: of('ours', 'executor_alias status flags'),
  executions: table(
    of('ours', 'executor_alias status content_hash currency decided_by reason_code failed_criteria flags'),
    of(record, 'details reason comment history rework_reason'),
    of('erased', 'proofs'),
  ),
  executor_list_members: table(of('ours', 'executor_alias'), of('erased', 'note')),
  executor_lists: of('an advertiser’s name for a list', 'name'),
  executor_stops: of('ours', 'cause figures'),
  rule_actions: of('ours', 'rule_key rule figures'),
  executors: of('erased', 'nickname birth_date gender languages language_levels'),
  failing_jobs: of('ours', 'name process reason'),
  file_sweeps: of('ours', 'found'),
  guarantee_payments: table(of('ours', 'cause outcome status'), of(bookkeeping, 'reason')),
  held_rejections: table(of('ours', 'cause reason_code failed_criteria outcome'), of(record, 'reason')),
  installation: of('ours', 'sealed_check'),
  invitations: table(of('ours', 'role status'), of('erased', 'email token')),
  item_imports: table(of('ours', 'status format hash key_hash'), of(offer, 'file errors reason')),
  item_id_key: of('ours', 'key'),
  item_results: of(record, 'result'),
  items: table(of('ours', 'status'), of(offer, 'external_id data gold_answer')),
  kept_answers: of('erased', 'request fingerprint answer'),
  mails: of('erased', 'recipient subject body status error'),
  message_reports: table(of('ours', 'code outcome'), of('erased', 'comment'), of(record, 'reason')),
  messages: table(of('ours', 'side'), of('erased', 'body')),
  migrations: of('ours', 'name sha256'),
  named_bonuses: of(bookkeeping, 'external_id'),
  nicknames: of('kept without the account, as a hash: nobody else can take the name', 'key'),
  notification_choices: of('erased', 'kind'),
  notifications: of('erased', 'kind cause data'),
  offer_contents: of(offer, 'content'),
  offer_reports: table(of('ours', 'code outcome'), of('erased', 'comment'), of(record, 'reason')),
  money_rule_values: of('ours', 'rule'),
  offer_states: of('ours', 'status paused_by'),
  offers: table(
    of('ours', 'source type source_language gender currency auto_accept_rules aggregation requirements quotas rules'),
    of(
      offer,
      'title searchable description proof_instructions acceptance_criteria details translations item_names page gold exclusion_group',
    ),
    of(offer, 'external_id metadata status_reason moderation pending_change'),
  ),
  operator_requests: table(of('ours', 'kind add_roles remove_roles status'), of('erased', 'new_email reason refusal')),
  pause_causes: of('ours', 'cause'),
  payouts: of('ours', 'currency kind'),
  platforms: of('ours', 'code names'),
  price_editions: of('ours', 'details_mode offer_details_schema execution_details_schema'),
  prices: of('ours', 'code names details_mode offer_details_schema execution_details_schema'),
  profile_changes: table(of('ours', 'status'), of('erased', 'members reason')),
  proofs: table(of('ours', 'extension content_type'), of('erased', 'file_name'), of(fraud, 'sha256 stored_sha256')),
  push_subscriptions: of('erased', 'endpoint_hash sealed'),
  qualification_grants: of('ours', 'executor_alias'),
  qualifications: table(of('an advertiser’s name for a qualification', 'name'), of('erased', 'description how_to_get')),
  receipts: table(of('ours', 'seller'), of(bookkeeping, 'buyer_name buyer_address buyer_tax_id')),
  refund_requests: table(
    of('ours', 'currency status method'),
    of('erased', 'hint details note method_hash'),
    of(bookkeeping, 'reason reference'),
  ),
  request_counts: of('expires', 'subject'),
  result_runs: of(record, 'questions'),
  reservations: table(
    of('ours', 'kind status currency returned'),
    of(record, 'quota_cells'),
    of(offer, 'acceptance_criteria'),
  ),
  reversals: table(of('ours', 'kind status'), of(bookkeeping, 'stripe_id reason')),
  revisions: table(of('ours', 'content_hash'), of(record, 'details'), of('erased', 'proofs')),
  sanctions: table(of('ours', 'kind code status'), of(sanction, 'reason answer'), of('erased', 'appeal')),
  saved_searches: of('erased', 'name filters'),
  saved_views: of('erased', 'name page query'),
  sightings: of(fraud, 'sha256'),
  sign_in_guesses: of('erased', 'subject'),
  sign_in_passkeys: of('erased', 'name public_key credential_id device_type transports aaguid'),
  sign_in_passwords: of('erased', 'account_id provider_id password access_token refresh_token id_token scope'),
  sign_in_sessions: of('erased', 'token ip_address user_agent'),
  sign_in_two_factors: of('erased', 'secret backup_codes'),
  sign_in_users: of('erased', 'email name image'),
  sign_in_verifications: of('erased', 'identifier value'),
  site: of('ours', 'accent_color brand_name logo texts pay_days'),
  stripe_events: of('ours', 'id'),
  task_templates: of('erased', 'name content'),
  transfers: table(of('ours', 'kind cause'), of(bookkeeping, 'description')),
  withdrawals: table(
    of('ours', 'currency status method'),
    of('erased', 'hint details method_hash'),
    of(bookkeeping, 'reason reference'),
  ),
}
