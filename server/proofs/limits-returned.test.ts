import assert from 'node:assert/strict'
import { rename, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Answer } from '../../test/support/client.ts'
import { pdf, reservedWork, uploadTo } from '../../test/support/inputs/uploads.ts'
import { openMarket } from '../../test/support/market.ts'

const uploadRatePerMinute = 3
const uploadsLeft = ({ headers }: Answer): number =>
  Number(/"uploads";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])

test('uploads answered with 503 do not count, up to the limit; later successful ones have the whole limit', async () => {
  const market = await openMarket({ uploadRatePerMinute })
  const [work, other] = [await reservedWork(market), await reservedWork(market)]
  const folder = `${market.ctx.config.dataDir}/uploads`
  await rename(folder, `${folder}-away`)
  await writeFile(folder, 'no folder')
  const seen = async (of: typeof work, many: number) => {
    const answers: (readonly [number, number])[] = []
    for (let count = 0; count < many; count++) {
      const answer = await uploadTo(of, [pdf()])
      answers.push([answer.status, uploadsLeft(answer)])
    }
    return answers
  }
  assert.deepEqual(await seen(work, 2), [
    [503, 3],
    [503, 3],
  ])
  const provoked = [
    [503, 3],
    [503, 3],
    [503, 3],
    [503, 2],
    [503, 1],
    [503, 0],
    [429, 0],
  ]
  assert.deepEqual(await seen(other, 7), provoked)
  await rename(folder, `${folder}-file`)
  await rename(`${folder}-away`, folder)
  assert.deepEqual(await seen(work, 4), [
    [200, 2],
    [200, 1],
    [200, 0],
    [429, 0],
  ])
})
