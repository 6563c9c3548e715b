import assert from 'node:assert/strict'
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { activeOffer, executor, expectOk, proof, reserved, workPath } from '../../support/fixtures.ts'
import { freePort, newInstallation } from '../../support/program.ts'
import { mustBalance, targetIn } from './kills.ts'

/** Replaces the folder by a file, so that not even root can write in it. */
function block(folder: string): () => void {
  renameSync(folder, `${folder}.away`)
  writeFileSync(folder, '')
  return () => {
    rmSync(folder)
    renameSync(`${folder}.away`, folder)
  }
}

test('without space for files, uploads get 503 without effect and everything else works', async (t) => {
  const installation = newInstallation(t)
  const target = await targetIn(installation, await freePort())
  const { url } = target.program
  const { offer, worker } = await installation.within(url, async (market) => ({
    offer: await activeOffer(market),
    worker: await executor(market),
  }))
  const reservationId = await reserved(worker, offer.id)
  const balance = async () => expectOk(await offer.advertiser.b.get('/v1/balance'))
  const before = await balance()
  for (const folder of ['uploads', 'uploads-unfinished']) {
    const restore = block(join(installation.dataDir, folder))
    const refused = proof(worker, offer.id)
    await assert.rejects(refused, ({ message }: Error) => /^503 .*"temporarily_unavailable"/.test(message), folder)
    const [reservation] = expectOk(await worker.a.get('/api/executor/reservations')).items
    assert.deepEqual({ id: reservation.id, status: reservation.status }, { id: reservationId, status: 'Active' })
    assert.deepEqual(await balance(), before)
    restore()
  }
  assert.deepEqual(readdirSync(join(installation.dataDir, 'uploads-unfinished')), [])
  const work = { reservationId, proofUrls: [await proof(worker, offer.id)] }
  const { id } = expectOk(await worker.a.post(`${workPath(offer.id)}/submit-execution`, work))
  assert.equal(expectOk(await offer.advertiser.b.post(`/v1/reports/${id}/accept`, {})).status, 'Accepted')
  assert.equal(readdirSync(join(installation.dataDir, 'uploads/proofs')).length, 1)
  await mustBalance(target)
})
