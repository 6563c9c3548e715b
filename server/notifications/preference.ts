import { bodyError, type FieldError, ValidationError } from '../values/problems/problem.ts'
import { isNamedTwice } from '../values/sentences.ts'
import { kinds, type NotificationKind, ruleOf } from './notification.ts'

/** Whether an account gets a kind of notification in the console, by mail, and in browsers that get push messages. */
export type Preference = {
  readonly kind: NotificationKind
  readonly console: boolean
  readonly email: boolean
  readonly push: boolean
}
/** As it is stored. Null: the default. */
export type Choice = Omit<Preference, 'push'> & { readonly push: boolean | null }
export type PreferenceInput = {
  readonly kind: NotificationKind
  readonly console?: boolean | undefined
  readonly email?: boolean | undefined
  readonly push?: boolean | undefined
}

const appliesTo = (kind: NotificationKind, roles: readonly string[]): boolean =>
  ruleOf(kind).roles?.some((role) => roles.includes(role)) ?? true

const choiceOf = (kind: NotificationKind, chosen: readonly Choice[]) => chosen.find((choice) => choice.kind === kind)

/** Returns the chosen preference for a kind, or its default. Only what the console shows is pushed: by default what is mailed. */
export function preferenceOf(kind: NotificationKind, chosen: readonly Choice[]): Preference {
  const { email, isFixed = false, isAlwaysMailed = false } = ruleOf(kind)
  const own = choiceOf(kind, chosen)
  const console = isFixed || (own?.console ?? true)
  return { kind, console, email: isAlwaysMailed || (own?.email ?? email), push: console && (own?.push ?? email) }
}

/** Returns all preferences of an account with these roles. */
export const preferencesOf = (roles: readonly string[], chosen: readonly Choice[]): Preference[] =>
  kinds.filter((kind) => appliesTo(kind, roles)).map((kind) => preferenceOf(kind, chosen))

/** Returns the preferences to store. Throws ValidationError for each one that the account does not have. */
export function newPreferences(
  inputs: readonly PreferenceInput[],
  roles: readonly string[],
  chosen: readonly Choice[],
): Choice[] {
  const errors = inputs.flatMap((input, index) => errorsIn(input, `choices.${index}`, roles, inputs.slice(0, index)))
  if (errors.length > 0) throw ValidationError(errors)
  const choices = inputs.map(({ kind, console, email, push }) => {
    const now = preferenceOf(kind, chosen)
    const pushed = push ?? choiceOf(kind, chosen)?.push ?? null
    return { kind, console: console ?? now.console, email: email ?? now.email, push: pushed }
  })
  const unseen = choices.flatMap(({ console }, index) =>
    inputs[index]?.push && !console ? [bodyError(`choices.${index}.push`, 'console_off', isUnseen)] : [],
  )
  if (unseen.length > 0) throw ValidationError(unseen)
  return choices
}

const isUnseen = {
  en: 'must be false while the kind does not appear in the console.',
  ru: 'нельзя включить, пока об этом не сообщается в консоли.',
}

function errorsIn(
  input: PreferenceInput,
  at: string,
  roles: readonly string[],
  before: readonly PreferenceInput[],
): FieldError[] {
  const { kind, console, email } = input
  if (!appliesTo(kind, roles))
    return [
      bodyError(`${at}.kind`, 'role', {
        en: 'is not available to accounts with these roles.',
        ru: 'недоступно для аккаунтов с этими ролями.',
      }),
    ]
  if (before.some((other) => other.kind === kind)) return [bodyError(`${at}.kind`, 'unique', isNamedTwice)]
  if (console === false && ruleOf(kind).isFixed)
    return [
      bodyError(`${at}.console`, 'fixed', {
        en: 'must be true: this kind always appears in the console.',
        ru: 'об этом в консоли сообщается всегда.',
      }),
    ]
  if (email === false && ruleOf(kind).isAlwaysMailed)
    return [
      bodyError(`${at}.email`, 'fixed', {
        en: 'must be true: this kind is always e-mailed.',
        ru: 'об этом по почте сообщается всегда.',
      }),
    ]
  return []
}
