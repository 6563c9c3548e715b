import { type AnswerTo, type Call, clientOf } from './call.ts'
import * as executor from './executor-resources.ts'
import * as resources from './resources.ts'
import { type MarketplaceOptions, type RequestOptions, transport } from './transport.ts'

/**
 * A client of one marketplace. Requests are retried with the same idempotency key until they are answered, so each takes effect
 * once. Refusals are thrown as `ProblemError`.
 */
export class Marketplace {
  /** Sends a request of any operation, for what has no method here. */
  readonly request
  // For advertisers, with an API key.
  /** Returns the account and the scopes and limits of the API key. */
  readonly whoAmI: (options?: RequestOptions) => Call<AnswerTo<'get', '/v1/account'>>
  /** What a task may be made of. */
  readonly catalog
  /** Your tasks. */
  readonly tasks
  /** Work on your tasks, and your decisions on it. */
  readonly reports
  /** Disputes about your rejections. */
  readonly disputes
  /** Messages between executors and you. */
  readonly messages
  /** Executors whom your tasks allow or block. */
  readonly executorLists
  /** Scores and groups of executors that your tasks require. */
  readonly qualifications
  /** Your money, its changes and statements. */
  readonly balance
  /** Money that you pay in. */
  readonly deposits
  /** The feed of all events, also those that webhooks missed. */
  readonly events
  /** Addresses to which events are sent. */
  readonly webhooks
  /** What executors see about you. */
  readonly standing
  // In a sandbox, with a test key. A test key also serves as the access token there.
  /** Money, executors and time of a sandbox. */
  readonly sandbox
  // For executors, with an access token.
  /** Open offers, and your reservation of one. */
  readonly offers
  /** Files that prove your work. */
  readonly proofs
  /** Your reservations. */
  readonly reservations
  /** Your submitted work. */
  readonly executions
  /** What you have earned, and your withdrawals. */
  readonly earnings
  // For both, with an access token.
  /** Your account and profile. */
  readonly account

  constructor(options: MarketplaceOptions) {
    const client = clientOf(transport(options))
    this.request = client.call
    this.whoAmI = (options) => client.call('get', '/v1/account', options)
    this.catalog = resources.catalog(client)
    this.tasks = {
      ...resources.tasks(client),
      ...resources.taskStudies(client),
      ...resources.taskItems(client),
      ...resources.taskImports(client),
    }
    this.reports = resources.reports(client)
    this.disputes = resources.disputes(client)
    this.messages = resources.messages(client)
    this.executorLists = resources.executorLists(client)
    this.qualifications = resources.qualifications(client)
    this.balance = resources.balance(client)
    this.deposits = resources.deposits(client)
    this.events = resources.events(client)
    this.webhooks = resources.webhooks(client)
    this.standing = resources.standing(client)
    this.sandbox = resources.sandbox(client)
    this.offers = executor.offers(client)
    this.proofs = executor.proofs(client)
    this.reservations = executor.reservations(client)
    this.executions = executor.executions(client)
    this.earnings = executor.earnings(client)
    this.account = executor.account(client)
  }
}
