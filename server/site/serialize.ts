import { Type } from 'typebox'
import { payDaysMembers } from '../payments/withdrawals/serialize.ts'
import { instant, nullable, text, whole } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { proseText, titleText } from '../values/requests/texts.ts'
import { logoBytesMax, logoTypes } from './logo.ts'
import {
  type BankTransfer,
  brandNameLengthMax,
  type SiteInEnvironment,
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
const allTexts = ofEach(textNames, () => inLanguages)
const description =
  'By name and language. about: the landing page; bankDetails: for deposits by bank transfer; sellerDetails: for receipts, as plain text'
const texts = Type.Object(allTexts, { description })
/** A client that was written before a text existed does not send it. */
const textsInput = Type.Object({ ...allTexts, contact: Type.Optional(inLanguages) }, { description })
const brandName = nullable(titleText({ maxLength: brandNameLengthMax, description: 'null: Task Marketplace' }))

const accentColor = nullable(
  Type.String({
    pattern: '^#[0-9A-Fa-f]{6}$',
    description: 'Color of primary actions, #rrggbb, made darker where text would be hard to read; null: the usual one',
  }),
)
const logo = nullable(
  Type.String({
    maxLength: Math.ceil(logoBytesMax / 3) * 4 + 30,
    pattern: `^data:(?:${logoTypes.join('|')});base64,[A-Za-z0-9+/]+={0,2}$`,
    description: `A data URL of a PNG, WebP or JPEG picture of at most ${logoBytesMax} bytes; null: the usual one`,
  }),
)

const payDays = nullable(
  Type.Object(payDaysMembers, {
    description: 'When withdrawals are paid; executors see it and the expected dates. null: nothing is said',
  }),
)

export const siteBody = Type.Object({
  brandName,
  accentColor: Type.Optional(accentColor),
  logo: Type.Optional(logo),
  payDays: Type.Optional(payDays),
  texts: textsInput,
})

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

export const siteJson = serializer<SiteInEnvironment>({ title: 'Site' })({
  version: whole,
  brandName: [brandName, 'brandName'],
  accentColor: [accentColor, 'accentColor'],
  logo: [logo, 'logo'],
  payDays: [payDays, 'payDays'],
  texts: [texts, 'texts'],
  environment: [environmentSchema, 'environment'],
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
