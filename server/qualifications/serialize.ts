import { Type } from 'typebox'
import { arrayOf, id, instant, nullable, text } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import type { Grant, OwnQualification, Qualification, Side } from './qualification.ts'

const score = nullable(Type.Integer({ minimum: 0, maximum: 100, description: 'null: a group, without scores' }))
const expiry = nullable(
  Type.String({ format: 'date-time', description: 'It counts before this time; null: without end' }),
)

/** The marketplace's belong to its operators: an advertiser can only require them. */
const actionsOn = ({ advertiser }: Qualification, side: Side): string[] =>
  advertiser === null && side === 'advertiser' ? [] : ['Update', 'Delete', 'Grant', 'Take']

export const qualificationJson = serializer<Qualification, Side>({ title: 'Qualification' })({
  id,
  name: text,
  description: nullable(text),
  howToGet: nullable(Type.String({ description: 'For executors: how they can get it' })),
  isOfMarketplace: [
    Type.Boolean({ description: 'Made by the operators: every account can require it, and none can change it' }),
    ({ advertiser }) => advertiser === null,
  ],
  isVisible: Type.Boolean({ description: 'Whether executors may know that it exists, and that they have it' }),
  hasScore: Type.Boolean({ description: 'false: a group, without scores' }),
  grantCount: [Type.Integer({ description: 'Executors who have it, or had it until it expired' }), 'grants'],
  allowedActions: [arrayOf(text), actionsOn],
  createdAtUtc: instant,
  updatedAtUtc: instant,
})

const grantMembers = {
  score,
  expiresAtUtc: expiry,
  grantedAtUtc: instant,
} as const

/** As advertisers know the executor. */
export const grantJson = serializer<Grant>({ title: 'QualificationGrant' })({
  id: [Type.String({ description: 'Executor id as in reports: ex_…' }), ({ executorAlias }) => executorAlias ?? ''],
  nickname: nullable(text),
  ...grantMembers,
  allowedActions: [arrayOf(text), () => ['Take']],
})

/** As operators know the executor. */
export const operatorGrantJson = serializer<Grant>({ title: 'MarketplaceGrant' })({
  id: [Type.Integer({ ...id, description: 'The account of the executor' }), 'executor'],
  nickname: nullable(text),
  ...grantMembers,
  allowedActions: [arrayOf(text), () => ['Take']],
})

/** As its executor knows it. */
export const ownQualificationJson = serializer<OwnQualification>({ title: 'OwnQualification' })({
  id,
  name: text,
  description: nullable(text),
  howToGet: nullable(text),
  isOfMarketplace: Type.Boolean({ description: 'Of the marketplace, not of one advertiser' }),
  hasScore: Type.Boolean(),
  ...grantMembers,
  isExpired: Type.Boolean(),
})
