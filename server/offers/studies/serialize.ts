import { Type } from 'typebox'
import { requirementAnswer } from '../../qualifications/serialize-requirements.ts'
import { decimalOf } from '../../values/money.ts'
import { amount, arrayOf, text, whole } from '../../values/requests/schema.ts'
import type { Offer } from '../offer.ts'
import type { Quota } from './study-members.ts'

const quotaAnswer = Type.Object(
  {
    name: text,
    max: whole,
    taken: Type.Optional(
      Type.Integer({ description: 'How many of them took part or have a slot now. Absent in events' }),
    ),
    countries: Type.Optional(arrayOf(whole)),
    minAge: Type.Optional(whole),
    maxAge: Type.Optional(whole),
    gender: Type.Optional(text),
    requirements: Type.Optional(arrayOf(requirementAnswer)),
  },
  { title: 'TaskQuota' },
)
type QuotaAnswer = Quota & { readonly taken?: number }

const screenOutAnswer = Type.Object(
  {
    reward: amount({ description: 'What a screened-out executor earns' }),
    fee: amount({ description: 'The fee for each of them' }),
    max: whole,
  },
  { title: 'TaskScreenOut' },
)

const takenOf = ({ quotasTaken }: Offer, number: number) =>
  quotasTaken ? { taken: quotasTaken[String(number)] ?? 0 } : {}

/** Each is absent if the offer has none. */
export const studyAnswers = {
  quotas: [
    Type.Optional(Type.Unsafe<readonly QuotaAnswer[] | undefined>(arrayOf(quotaAnswer))),
    (offer: Offer) => offer.quotas?.map((quota, number) => ({ ...quota, ...takenOf(offer, number) })),
  ],
  exclusionGroup: [
    Type.Optional(Type.Unsafe<string | undefined>(text)),
    ({ exclusionGroup }: Offer) => exclusionGroup ?? undefined,
  ],
  screenOut: [
    Type.Optional(
      Type.Unsafe<{ readonly reward: number; readonly fee: number; readonly max: number } | undefined>(screenOutAnswer),
    ),
    ({ screenOutUnits, screenOutFeeUnits, screenOutMax }: Offer) =>
      typeof screenOutMax === 'number'
        ? { reward: decimalOf(screenOutUnits ?? 0n), fee: decimalOf(screenOutFeeUnits ?? 0n), max: screenOutMax }
        : undefined,
  ],
} as const

/** How many were screened out and paid. Absent if the offer pays no one for that. */
export const screenedOutMember = [
  Type.Optional(Type.Unsafe<number | undefined>(whole)),
  ({ screenOutMax, screenedOut }: Offer) => (typeof screenOutMax === 'number' ? screenedOut : undefined),
] as const
