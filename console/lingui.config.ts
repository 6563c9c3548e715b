import { readdirSync } from 'node:fs'
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/** Generated, or without texts for users. */
const foldersWithoutTexts = ['api', 'dist', 'public', 'routes']
const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !foldersWithoutTexts.includes(entry.name))
  .map(({ name }) => name)

/** Each folder has its own catalog, so a page loads only the texts it needs. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'ru'],
  catalogs: folders.map((name) => ({
    path: `<rootDir>/${name}/locales/{locale}`,
    include: [`<rootDir>/${name}/`],
  })),
  orderBy: 'messageId',
  // Without file names and line numbers, so moving a text does not change the catalogs.
  format: formatter({ origins: false }),
})
