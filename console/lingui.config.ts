import { readdirSync } from 'node:fs'
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/** Made by programs, or without a word for people. */
const silent = ['api', 'dist', 'public', 'routes']
const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !silent.includes(entry.name))
  .map(({ name }) => name)

/** Each folder has texts of its own, so that a page loads what it says and nothing else. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'ru'],
  catalogs: folders.map((name) => ({
    path: `<rootDir>/${name}/locales/{locale}`,
    include: [`<rootDir>/${name}/`],
  })),
  orderBy: 'messageId',
  // Without lines and files a text that only moves changes nothing here.
  format: formatter({ origins: false }),
})
