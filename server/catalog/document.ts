import { createHash } from 'node:crypto'
import { Errors } from 'typebox/value'
import { decimalOf, unitsOf } from '../values/money.ts'
import type { FieldError } from '../values/problems/problem.ts'
import { type CatalogDocument, CatalogInvalid, defaultProofs, type Price, type ProofCount, version } from './catalog.ts'
import { schemaFaults } from './details.ts'
import { codeOf, detailOf, errorAt, textErrors } from './document-errors.ts'
import { CatalogText } from './document-shape.ts'
import { entryErrors, type PointedEntry, platformsWithPointers, withPointers } from './entry-errors.ts'

/** Returns the catalog in a parsed document. Throws CatalogInvalid with every fault. */
export function checkCatalog(document: unknown): CatalogDocument {
  throwIfAny(textErrors(document))
  throwIfAny(shapeErrors(document))
  const text = document as CatalogText
  throwIfAny([...repeatedCodes(text), ...unknownPlatforms(text), ...entryErrors(text), ...schemaErrors(text)])
  return catalogOf(text)
}

function throwIfAny(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw CatalogInvalid(errors)
}

function shapeErrors(document: unknown): FieldError[] {
  return Errors(CatalogText, document).flatMap((error) => {
    const { keyword, instancePath } = error
    if (keyword === 'required')
      return error.params.requiredProperties.map((name) =>
        errorAt(`${instancePath}/${name}`, 'required', { en: 'Is missing.', ru: 'Нужно заполнить.' }),
      )
    if (keyword === 'boolean')
      return [errorAt(instancePath, 'additional_properties', { en: 'Is not known here.', ru: 'Здесь не известно.' })]
    // Each unknown member was reported separately before.
    return keyword === 'additionalProperties' ? [] : [errorAt(instancePath, codeOf(keyword), detailOf(error))]
  })
}

function repeatedCodes(text: CatalogText): FieldError[] {
  const kinds: PointedEntry<{ code: string }>[][] = [
    withPointers('/categories', text.categories),
    platformsWithPointers(text),
    withPointers('/prices', text.prices),
    withPointers('/addOns', text.addOns),
  ]
  return kinds.flatMap(repeatsIn)
}

function repeatsIn(entries: PointedEntry<{ code: string }>[]): FieldError[] {
  const firsts = new Map(entries.toReversed().map(({ at, entry }) => [entry.code, at]))
  return entries
    .filter(({ at, entry }) => firsts.get(entry.code) !== at)
    .map(({ at, entry }) =>
      errorAt(`${at}/code`, 'unique', {
        en: `Is the code of #${firsts.get(entry.code)} too.`,
        ru: `Это и код #${firsts.get(entry.code)}.`,
      }),
    )
}

function unknownPlatforms(text: CatalogText): FieldError[] {
  const known = new Set(platformsWithPointers(text).map(({ entry }) => entry.code))
  return withPointers('/prices', text.prices)
    .filter(({ entry }) => !known.has(entry.platform))
    .map(({ at, entry }) =>
      errorAt(`${at}/platform`, 'unknown', {
        en: `No category has a platform ${entry.platform}.`,
        ru: `Платформы ${entry.platform} нет ни в одной категории.`,
      }),
    )
}

const storedProofs = (proofs: ProofCount | undefined): ProofCount | null =>
  proofs && (proofs.min !== defaultProofs.min || proofs.max !== defaultProofs.max)
    ? { min: proofs.min, max: proofs.max }
    : null

const schemaErrors = (text: CatalogText): FieldError[] =>
  withPointers('/prices', text.prices).flatMap(({ at, entry }) =>
    (['offerDetailsSchema', 'executionDetailsSchema'] as const).flatMap((member) =>
      schemaFaults(entry[member] ?? anyDetails).map(({ pointer, detail }) =>
        errorAt(`${at}/${member}${pointer}`, 'schema', detail),
      ),
    ),
  )

const anyDetails = { type: 'object' } as const

function catalogOf({ categories, prices, addOns }: CatalogText): CatalogDocument {
  return {
    version,
    categories: categories.map((category, index) => ({
      ...withDefaults(category),
      sortOrder: category.sortOrder ?? (index + 1) * 10,
      platforms: category.platforms.map(withDefaults),
    })),
    prices: prices.map(({ rewardPerAction, reward, ...price }) => ({
      reservationDurationSeconds: null,
      detailsMode: 'lenient',
      offerDetailsSchema: anyDetails,
      executionDetailsSchema: anyDetails,
      ...withDefaults(price),
      rewardUnits: unitsOf(rewardPerAction),
      rewardMinUnits: reward ? unitsOf(reward.min) : null,
      rewardMaxUnits: reward ? unitsOf(reward.max) : null,
      proofs: storedProofs(price.proofs),
    })),
    addOns: addOns.map(({ costPerAction = 0, costFlat = 0, ...addOn }) => ({
      ...withDefaults(addOn),
      costPerActionUnits: unitsOf(costPerAction),
      costFlatUnits: unitsOf(costFlat),
    })),
  }
}

const withDefaults = <Entry extends { isActive?: boolean }>(entry: Entry) => ({
  ...entry,
  isActive: entry.isActive ?? true,
})

/** Returns the document of a catalog; `checkCatalog` restores the catalog from it. */
export const documentOf = ({ categories, prices, addOns }: CatalogDocument) => ({
  version,
  categories,
  prices: prices.map(priceText),
  addOns: addOns.map(({ costPerActionUnits, costFlatUnits, ...addOn }) => ({
    ...addOn,
    costPerAction: decimalOf(costPerActionUnits),
    costFlat: decimalOf(costFlatUnits),
  })),
})

const priceText = ({ rewardUnits, rewardMinUnits, rewardMaxUnits, proofs, ...price }: Price) => {
  const { code, platform, names, isActive, reservationDurationSeconds, ...rest } = price
  const hasRange = rewardMinUnits !== null && rewardMaxUnits !== null
  return {
    code,
    platform,
    names,
    rewardPerAction: decimalOf(rewardUnits),
    isActive,
    ...(reservationDurationSeconds === null ? {} : { reservationDurationSeconds }),
    ...rest,
    ...(hasRange ? { reward: { min: decimalOf(rewardMinUnits), max: decimalOf(rewardMaxUnits) } } : {}),
    ...(proofs === null ? {} : { proofs }),
  }
}

/** Maximum codes listed for one change. */
const codesMax = 200

/** Returns a hash of the whole document, so that equal catalogs have equal tags. */
export const etagOf = (catalog: CatalogDocument): string =>
  createHash('sha256')
    .update(JSON.stringify(documentOf(catalog)))
    .digest('base64url')
    .slice(0, 22)

type Entry = { readonly code: string }

const entriesOf = (catalog: CatalogDocument): readonly (readonly [kind: string, entries: readonly Entry[]])[] => {
  const { categories, prices, addOns } = documentOf(catalog)
  return [
    ['categories', categories.map(({ platforms: _, ...category }) => category)],
    ['platforms', categories.flatMap(({ code, platforms }) => platforms.map((each) => ({ ...each, category: code })))],
    ['prices', prices],
    ['addOns', addOns],
  ]
}

/** Returns the codes of changed entries, by kind. */
export function changedCodes(before: CatalogDocument, after: CatalogDocument): Readonly<Record<string, string[]>> {
  const was = new Map(entriesOf(before))
  return Object.fromEntries(
    entriesOf(after).map(([kind, entries]) => {
      const known = new Map((was.get(kind) ?? []).map((entry) => [entry.code, JSON.stringify(entry)]))
      const changed = entries.filter((entry) => known.get(entry.code) !== JSON.stringify(entry))
      return [kind, changed.slice(0, codesMax).map(({ code }) => code)]
    }),
  )
}
