/** How well someone speaks a language, lowest first: the levels of the CEFR, and of who grew up with it. */
export const languageLevels = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2', 'Native'] as const
export type LanguageLevel = (typeof languageLevels)[number]

/** By language tag. */
export type LevelsOfLanguages = Readonly<Record<string, LanguageLevel>>

/** Returns the place of a level in the order; -1 for anything else. */
export const rankOf = (level: unknown): number => languageLevels.indexOf(level as LanguageLevel)
