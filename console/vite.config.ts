import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { getConfig } from '@lingui/conf'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const folder = import.meta.dirname
const linguiOptions = { cwd: folder, configPath: join(folder, 'lingui.config.ts') }
const outputFolder = join(folder, 'dist')
const isCompressible = /[.](?:js|css|svg)$/

/** Compresses the files once, at the highest level. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle() {
    const files = readdirSync(outputFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      isCompressible.test(name),
    )
    for (const name of files) {
      const content = readFileSync(join(outputFolder, name))
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
      writeFileSync(join(outputFolder, `${name}.br`), brotliCompressSync(content, { params }))
      writeFileSync(join(outputFolder, `${name}.gz`), gzipSync(content, { level: 9 }))
    }
  },
}

/** In development, pages are served here and everything else comes from a marketplace with this address as its PUBLIC_URL. */
const marketUrl = process.env.MARKET
const proxiedPaths = ['/console/api', '/uploads', '/problems', '/docs']

export default defineConfig({
  root: folder,
  plugins: [
    react(),
    lingui(linguiOptions),
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(linguiOptions) }, linguiOptions)] }),
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
  },
})
