import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { getConfig } from '@lingui/conf'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const folder = import.meta.dirname
const texts = { cwd: folder, configPath: join(folder, 'lingui.config.ts') }
const built = join(folder, 'dist')
const isText = /[.](?:js|css|svg)$/

/** Compresses the files once, at the highest level. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle() {
    const files = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => isText.test(name))
    for (const name of files) {
      const content = readFileSync(join(built, name))
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
      writeFileSync(join(built, `${name}.br`), brotliCompressSync(content, { params }))
      writeFileSync(join(built, `${name}.gz`), gzipSync(content, { level: 9 }))
    }
  },
}

/** In development, pages are served here and everything else comes from a marketplace with this address as its PUBLIC_URL. */
const market = process.env.MARKET
const passedOn = ['/console/api', '/uploads', '/problems', '/docs']

export default defineConfig({
  root: folder,
  plugins: [
    react(),
    lingui(texts),
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(texts) }, texts)] }),
    compressed,
  ],
  server: { proxy: market ? Object.fromEntries(passedOn.map((path) => [path, market])) : {} },
  // The server's content security policy forbids data URLs, so nothing may be inlined.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
  },
})
