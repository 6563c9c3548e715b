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

/** What is sent is compressed once, here, as well as it can be. */
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

/** In development the pages come from here, and all else from a marketplace whose PUBLIC_URL is this address. */
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
  // The server sends these with the policy that nothing comes from elsewhere: nothing may be inlined as data.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
  },
})
