export type { AnswerTo, BodyOf, Call, List, Page, PathOf, QueryOf } from './call.ts'
export { type Decimal, fromUnits, toUnits } from './decimal.ts'
export {
  ConnectionError,
  type FieldError,
  MarketplaceError,
  type Problem,
  ProblemError,
  SignatureError,
  TimeoutError,
} from './errors.ts'
export type { ProofFile } from './executor-resources.ts'
export type { ProblemCode } from './generated/problems.ts'
export type * from './generated/records.ts'
export { Marketplace } from './marketplace.ts'
export type { Answer, MarketplaceOptions, RequestOptions } from './transport.ts'
export { type SignedHeaders, type WebhookEvent, webhooks } from './webhooks.ts'
