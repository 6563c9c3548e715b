import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cleanFileName, downloadAs, fileNameLengthMax } from './file-name.ts'
import {
  claimedExtension,
  linkExpiry,
  mayUpload,
  mustNotBeExpired,
  nameOf,
  parseProofName,
  proofIdAt,
  proofIdOf,
  proofUrl,
  signedUrl,
  unusedMax,
} from './proof.ts'

const noon = new Date('2026-01-31T12:00:00.000Z')
const proof = { id: proofIdAt(noon), extension: 'png' } as const
const secretKey = 'a secret'

describe('the name of a file', () => {
  const cleaned: readonly (readonly [given: string, kept: string])[] = [
    ['a.png', 'a.png'],
    ['отчёт № 1 (копия).pdf', 'отчёт № 1 (копия).pdf'],
    ['../../etc/passwd.png', 'passwd.png'],
    ['..\\..\\boot.png', 'boot.png'],
    ['/absolute.png', 'absolute.png'],
    ['C:\\a.png', 'a.png'],
    ['%2e%2e%2fa.png', '%2e%2e%2fa.png'],
    ['CON', 'CON'],
    ['a\u0000b\r\nX-Evil: 1.png', 'abX-Evil: 1.png'],
    ['gpj.\u202eexe.png', 'gpj.exe.png'],
    ['\u2066a\u2069\ufeff.png', 'a.png'],
    ['a\ud800.png', 'a\ufffd.png'],
    ['  a.png ', 'a.png'],
    ['', 'file'],
    ['..', 'file'],
    ['a/', 'file'],
    ['\u0007', 'file'],
  ]
  for (const [given, kept] of cleaned)
    test(`${JSON.stringify(given)} is stored as ${JSON.stringify(kept)}`, () =>
      assert.equal(cleanFileName(given), kept))

  test('is cut to 255 characters before its extension, never within a character', () => {
    const long = cleanFileName(`${'😀'.repeat(4096)}.jpeg`)
    assert.equal([...long].length, fileNameLengthMax)
    assert.ok(long.endsWith('😀.jpeg') && long.isWellFormed())
    assert.equal([...cleanFileName('x'.repeat(300))].length, fileNameLengthMax)
  })

  test('cannot break out of a header', () => {
    assert.equal(downloadAs('a.png'), `attachment; filename="a.png"; filename*=UTF-8''a.png`)
    assert.equal(downloadAs('a";b.png'), `attachment; filename="a__b.png"; filename*=UTF-8''a%22%3Bb.png`)
    assert.equal(
      downloadAs("%41'(ж)*\\.pdf"),
      `attachment; filename="_41_(_)__.pdf"; filename*=UTF-8''%2541%27%28%D0%B6%29%2A%5C.pdf`,
    )
    const every = Array.from({ length: 0x500 }, (_, code) => String.fromCodePoint(code)).join('')
    assert.match(downloadAs(every), /^attachment; filename="[A-Za-z0-9 ._()-]+"; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/)
  })
})

describe('a claimed type', () => {
  test('needs a name and a media type that agree', () => {
    assert.equal(claimedExtension('a.jpg', 'image/jpeg'), 'jpg')
    assert.equal(claimedExtension('A.JPEG', 'image/jpeg'), 'jpg')
    assert.equal(claimedExtension('a.b.webp', 'image/webp'), 'webp')
    assert.equal(claimedExtension('a.pdf', 'application/pdf'), 'pdf')
    for (const type of ['image/jpg', 'image/pjpeg', 'application/octet-stream', 'image/jpeg'])
      assert.equal(claimedExtension('a.JFIF', type), 'jpg', type)
    assert.equal(claimedExtension('a.pdf', 'application/octet-stream'), 'pdf')
  })
  for (const [name, type] of [
    ['a.png', 'image/jpeg'],
    ['a.png', 'image/jpg'],
    ['a.exe', 'application/octet-stream'],
    ['a.gif', 'image/gif'],
    ['png', 'image/png'],
    ['a.png.exe', 'image/png'],
    ['a.png ', 'image/png'],
    ['a.constructor', 'undefined'],
    ['a.__proto__', 'image/png'],
    ['a.png', ''],
  ] as const)
    test(`is undefined if ${name} was sent as ${type}`, () => assert.equal(claimedExtension(name, type), undefined))
})

describe('an address', () => {
  test('leads to its proof and back', () => {
    const url = proofUrl('https://market.example', proof)
    assert.equal(url, `https://market.example/uploads/executor/proofs/${nameOf(proof)}`)
    assert.equal(proofIdOf('https://market.example', url), proof.id)
    assert.deepEqual(parseProofName(nameOf(proof)), proof)
  })
  test('of another form leads nowhere', () => {
    const url = proofUrl('https://market.example', proof)
    const wrong = [
      `${url}?exp=1&sig=2`,
      `${url}#a`,
      url.replace('https', 'http'),
      url.toUpperCase(),
      `${url}/`,
      `x${url}`,
    ]
    for (const each of [
      ...wrong,
      url.replace('.png', '.svg'),
      url.replace(proof.id, '..'),
      '',
      'https://market.example',
    ]) {
      assert.equal(proofIdOf('https://market.example', each), undefined, each)
    }
  })
  test('contains an id of UUID version 7 that starts with its time', () => {
    assert.match(proof.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.equal(Number.parseInt(proof.id.replace('-', '').slice(0, 12), 16), noon.getTime())
    assert.notEqual(proofIdAt(noon), proof.id)
  })
})

describe('a signed link', () => {
  const link = (() => {
    const { searchParams } = new URL(signedUrl('https://market.example', secretKey, proof, noon))
    return { exp: searchParams.get('exp') ?? '', sig: searchParams.get('sig') ?? '' }
  })()

  test('is valid for fifteen minutes', () => {
    const end = linkExpiry(secretKey, nameOf(proof), link)
    assert.equal(end, noon.getTime() / 1000 + 900)
    mustNotBeExpired(end, new Date(noon.getTime() + 899_999))
    assert.throws(() => mustNotBeExpired(end, new Date(noon.getTime() + 900_000)), { extras: { reason: 'expired' } })
  })

  test('is valid for no other file, and not if one character differs', () => {
    const refused = (key: string, name: string, query: object) =>
      assert.throws(() => linkExpiry(key, name, query), { extras: { reason: 'invalid' } }, JSON.stringify(query))
    refused('another secret', nameOf(proof), link)
    refused(secretKey, nameOf({ ...proof, extension: 'pdf' }), link)
    refused(secretKey, nameOf(proof), { ...link, exp: String(Number(link.exp) + 1) })
    for (const exp of ['', '0', `0${link.exp}`, ` ${link.exp}`, `${link.exp}.0`, '1e9', 'Infinity', '9'.repeat(30)])
      refused(secretKey, nameOf(proof), { ...link, exp })
    for (let index = 0; index < link.sig.length; index++) {
      const other = link.sig[index] === 'A' ? 'B' : 'A'
      refused(secretKey, nameOf(proof), { ...link, sig: link.sig.slice(0, index) + other + link.sig.slice(index + 1) })
    }
    for (const sig of ['', `${link.sig}A`, link.sig.slice(1), 'ü'.repeat(43)])
      refused(secretKey, nameOf(proof), { ...link, sig })
    refused(secretKey, nameOf(proof), {})
  })
})

test('an executor may upload with a reservation, up to a number of unused files', () => {
  const none = { isReserved: true, unused: 0, unusedFiles: 0, unusedBytes: 0 }
  const most = { unusedUploadsMax: 600, unusedUploadMegabytesMax: 200 }
  const five = { count: 5, bytes: 5_000_000 }
  mayUpload({ ...none, unused: unusedMax - 5, unusedFiles: 595, unusedBytes: 195_000_000 }, most, five)
  assert.throws(() => mayUpload({ ...none, isReserved: false }, most, five), /no_active_reservation/)
  assert.throws(() => mayUpload({ ...none, unused: unusedMax - 4 }, most, five), /too_many_files/)
  assert.throws(() => mayUpload({ ...none, unusedFiles: 596 }, most, five), /storage_limit_reached.*uploaded files/)
  assert.throws(() => mayUpload({ ...none, unusedBytes: 195_000_001 }, most, five), /storage_limit_reached.*megabytes/)
})
