import { test } from 'node:test'
import { looksOf, timeout } from './look.ts'

for (const { name, look } of await looksOf('nobody', 'executor')) test(name, { timeout }, look)
