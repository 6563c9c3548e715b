import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { getConfig } from '@lingui/conf'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { codeSplitting } from './chunks.ts'
import { mantineStyles } from './mantine-styles.ts'
import { referenceScript } from './reference-script.ts'

const { constants } = zlib
const [brotli, gzip] = [promisify(zlib.brotliCompress), promisify(zlib.gzip)]
const folder = import.meta.dirname
const linguiOptions = { cwd: folder, configPath: join(folder, 'lingui.config.ts') }
const outputFolder = join(folder, 'dist')
const isCompressible = /[.](?:js|css|svg)$/

/** Adds the script of the API reference at /docs, which is compressed and served like the pages' own files. */
const reference: Plugin = {
  name: 'reference',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'assets/reference.js', source: await referenceScript() })
  },
}

/** Compresses the files once, at the highest level, several at a time. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle() {
    const files = readdirSync(outputFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      isCompressible.test(name),
    )
    await Promise.all(files.map((name) => compress(join(outputFolder, name))))
  },
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_LGWIN]: 24 }
  await Promise.all([
    brotli(content, { params }).then((compressed) => writeFile(`${path}.br`, compressed)),
    gzip(content, { level: 9 }).then((compressed) => writeFile(`${path}.gz`, compressed)),
  ])
}

/** In development, pages are served here and everything else comes from a marketplace with this address as its PUBLIC_URL. */
const marketUrl = process.env.MARKET
const proxiedPaths = ['/console/api', '/uploads', '/problems', '/docs']

export default defineConfig({
  root: folder,
  plugins: [
    mantineStyles,
    react(),
    lingui(linguiOptions),
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(linguiOptions) }, linguiOptions)] }),
    reference,
    compressed,
  ],
  server: { proxy: marketUrl ? Object.fromEntries(proxiedPaths.map((path) => [path, marketUrl])) : {} },
  // The server's content security policy forbids data URLs, so nothing may be inlined.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting } },
  },
})
