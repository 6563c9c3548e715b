import { ageOn } from '../accounts/account.ts'
import type { Admitted, Own } from '../accounts/caller.ts'
import { keepLast } from '../values/kept.ts'
import type { Item } from './actions-items.ts'
import type { Profile } from './audience.ts'
import { ineligibleReasons } from './available.ts'
import { eligibilityText, itemsText } from './show-available.ts'

/** Who asks, as far as it decides on what they may take. Two with the same key may take the same, but for their own offers. */
export type Asker = {
  readonly account: number
  readonly profile: Profile
  readonly now: Date
  readonly ageFloor: number
  readonly key: string
}

export function askerOf(caller: Admitted & Own, ageFloor: number): Asker {
  const {
    callerAccount: account,
    callerBirthDate: birthDate,
    callerCountry: country,
    callerGender: gender,
    callerLevel: level,
    now,
  } = caller
  const age = birthDate === null ? null : ageOn(birthDate, now)
  return {
    account,
    profile: { birthDate, country, gender, level },
    now,
    ageFloor,
    key: `${age} ${country} ${gender} ${level} ${ageFloor}`,
  }
}

/** What was found out about who asks and what is asked of them. */
const told = keepLast<string, string>(20_000)
/** What was sent of the same items to somebody who may take the same: at most a few megabytes. */
const sent = keepLast<string, { readonly items: readonly Item[]; readonly bytes: Buffer }>(500)

/** The items as they are sent to the one who asks, and everything before them. */
export function itemsBytes(items: readonly Item[], asker: Asker): Buffer {
  if (items.some(({ advertiser }) => advertiser === asker.account)) return bytesOf(items, asker)
  const key = `${items[0]?.id} ${items.length} ${asker.key}`
  const known = sent.get(key)
  if (known?.items.every((item, index) => item === items[index])) return known.bytes
  const bytes = bytesOf(items, asker)
  sent.set(key, { items, bytes })
  return bytes
}

const bytesOf = (items: readonly Item[], asker: Asker): Buffer =>
  Buffer.from(itemsText(items.map((item) => textOf(item, asker))))

const textOf = (item: Item, asker: Asker): string =>
  `${item.texts[0]}${item.advertiser === asker.account ? ownText(item, asker) : othersText(item, asker)}${item.texts[1]}`

function othersText(item: Item, asker: Asker): string {
  const key = `${asker.key} ${item.audienceKey}`
  const text = told.get(key) ?? ownText(item, asker)
  told.set(key, text)
  return text
}

const ownText = ({ audience, advertiser }: Item, { profile, account, now, ageFloor }: Asker): string =>
  eligibilityText(ineligibleReasons({ ...audience, advertiser }, { ...profile, account }, now, ageFloor))
