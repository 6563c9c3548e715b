import { lookAtPagesOf } from './look.ts'

await lookAtPagesOf('nobody', 'executor')
