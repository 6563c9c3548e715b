import { test } from 'node:test'
import { looksOf, timeout } from './look.ts'

for (const { name, look } of await looksOf('advertiser')) test(name, { timeout }, look)
