import { lookAtPagesOf } from './look.ts'

await lookAtPagesOf('advertiser')
