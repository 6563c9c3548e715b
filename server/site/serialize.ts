import { Type } from 'typebox'
import { instant, nullable, text, whole } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { proseText, titleText } from '../values/requests/texts.ts'
import {
  type BankTransfer,
  brandNameLengthMax,
  type Environment,
  type Site,
  siteLanguages,
  textLengthMax,
  textNames,
} from './site.ts'

const ofEach = <Name extends string, Value>(names: readonly Name[], schemaOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, schemaOf(name)])) as Record<Name, Value>

/** PostgreSQL cannot store NUL. */
const writtenText = nullable(
  proseText({
    maxLength: textLengthMax,
    pattern: '^[^\\u0000]*$',
    description: 'Markdown; null: the default, if any',
  }),
)
const inLanguages = Type.Object(ofEach(siteLanguages, () => writtenText))
const texts = Type.Object(
  ofEach(textNames, () => inLanguages),
  {
    description:
      'By name and language. about: the landing page; bankDetails: for deposits by bank transfer; sellerDetails: for receipts, as plain text',
  },
)
const brandName = nullable(titleText({ maxLength: brandNameLengthMax, description: 'null: Task Marketplace' }))

export const siteBody = Type.Object({ brandName, texts })

const environmentSchema = Type.Object(
  {
    feePercent: Type.Number({ description: 'On top of the reward, paid by the advertiser: FEE_PERCENT' }),
    currency: Type.String({ description: 'CURRENCY' }),
    withdrawalMinimum: Type.Number({ description: 'WITHDRAWAL_MINIMUM' }),
    moderation: Type.String({ description: 'MODERATION' }),
    isCardAvailable: Type.Boolean({ description: 'Whether STRIPE_SECRET_KEY is set' }),
    isMailSent: Type.Boolean({ description: 'Whether SMTP_URL is set' }),
    publicUrl: Type.String({ description: 'PUBLIC_URL' }),
  },
  { description: 'Settings of the server’s environment: read-only here' },
)

export const siteJson = serializer<Site, Environment>({ title: 'Site' })({
  version: whole,
  brandName: [brandName, 'brandName'],
  texts: [texts, 'texts'],
  environment: [environmentSchema, (_site, environment) => environment],
  updatedAtUtc: nullable(instant),
})

export const localTextSchema = Type.Object({
  contentLanguage: Type.String({ description: 'Language (BCP 47) of the text' }),
  text: Type.String({ description: 'Markdown' }),
})

export const bankTransferJson = serializer<BankTransfer>({ title: 'BankTransfer' })({
  isCardAvailable: Type.Boolean({ description: 'Whether deposits can also be paid by card' }),
  reference: Type.String({ description: 'Identifies the account in a bank transfer; it never changes' }),
  bankDetails: [nullable(localTextSchema), ({ bankDetails }: BankTransfer) => bankDetails ?? null],
})

export const publicPageSchema = Type.Object({ name: text, ...localTextSchema.properties })
