import type { AnswerTo } from './call.ts'

/** The records of answers, by the words of the API. */
export type Task = AnswerTo<'get', '/v1/tasks/{id}'>
export type Estimate = AnswerTo<'post', '/v1/tasks/estimate'>
export type Report = AnswerTo<'get', '/v1/reports/{id}'>
export type Balance = AnswerTo<'get', '/v1/balance'>
export type Webhook = AnswerTo<'get', '/v1/webhooks/{id}'>
export type AvailableOffer = AnswerTo<'get', '/api/executor/offers/available/{offerId}'>
export type Execution = AnswerTo<'get', '/api/executor/executions/{id}'>
