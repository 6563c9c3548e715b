import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** The part of all styles that belongs to no component. */
const general = ['baseline', 'default-css-variables', 'global']
/** Variables of colors that no page uses. */
const unusedColors = /--mantine-color-(?:pink|violet|indigo|cyan|lime)-[\w-]+:[^;}]+;?/g

/**
 * Splits the styles of Mantine by component when the pages are built: a chunk gets the styles of its components instead of every page
 * getting all of them. Each component's module of class names then imports its stylesheet. The stylesheets are in a cascade layer, so
 * that our own rules win in whatever order the chunks arrive.
 */
export const mantineStyles: Plugin = {
  name: 'mantine-styles',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /@mantine\/core\/styles\.layer\.css$/ },
    handler: async (id) => {
      const paths = general.map((name) => join(dirname(id), 'styles', `${name}.layer.css`))
      const styles = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
      return styles.join('\n').replaceAll(unusedColors, '')
    },
  },
  transform: {
    filter: { id: /@mantine\/core\/esm\/.*\.module\.mjs$/ },
    handler: (code, id) => ({
      code: `import '@mantine/core/styles/${basename(id, '.module.mjs')}.layer.css'\n${code}`,
      map: null,
    }),
  },
}
