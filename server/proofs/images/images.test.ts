import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import sharp from 'sharp'
import {
  blackPng,
  claimedJpeg,
  claimedWebp,
  exe,
  gif,
  heic,
  html,
  movingPng,
  movingWebp,
  noise,
  pngComment,
  pngText,
  pngWith,
  repeatedScans,
  svg,
  uint32,
  zip,
} from '../../../test/support/inputs/bytes.ts'
import { lockedPdf, pdfWith } from '../../../test/support/inputs/pdf.ts'
import { drawing, isTidy, pdf, reservedWork, uploadTo } from '../../../test/support/inputs/uploads.ts'
import { openMarket } from '../../../test/support/market.ts'
import { ownProcessorStopwatch } from '../../../test/support/processor-time.ts'
import { redraw } from './actions.ts'

const market = await openMarket()
const work = await reservedWork(market)
afterEach(async () => {
  assert.ok(await isTidy(market), 'a file was left behind')
})

type Answered = Awaited<ReturnType<typeof uploadTo>>
const send = (ending: string, type: string, bytes: Uint8Array | string): Promise<Answered> =>
  uploadTo(work, [{ fileName: `a.${ending}`, type, bytes }])

/** Returns the stored bytes of an upload. */
async function storedBytes(answer: Answered): Promise<Buffer> {
  assert.equal(answer.status, 200, answer.raw)
  const response = await fetch(new URL(new URL(answer.body.items[0].url).pathname, market.url), {
    headers: { authorization: `Bearer ${work.executor.token}` },
  })
  return Buffer.from(await response.arrayBuffer())
}

function refused({ status, body, raw }: Answered, why = /./): void {
  assert.deepEqual([status, body.code, body.errors[0].field], [400, 'unsupported_file_type', 'files[0]'], raw)
  assert.match(body.errors[0].detail, why)
}

const real: Readonly<Record<string, Buffer>> = {
  jpg: await drawing().jpeg().toBuffer(),
  png: await drawing().png().toBuffer(),
  webp: await drawing().webp().toBuffer(),
  pdf: pdf().bytes,
  gif,
  svg,
  html,
  zip,
  exe,
  'a GIF with a PNG in it': Buffer.concat([gif, await drawing().png().toBuffer()]),
  'the head of a PNG on a web page': Buffer.concat([blackPng(9, 9).subarray(0, 16), html]),
  'the head of a JPEG on a web page': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), html]),
  'the head of a WebP on a web page': Buffer.concat([Buffer.from('RIFF\x40\0\0\0WEBPVP8 ', 'latin1'), html]),
  'a PDF behind a web page': Buffer.concat([html, pdf().bytes]),
  'an XML file': Buffer.from('<?xml version="1.0"?><a/>'),
  text: Buffer.from('hello'),
  'a byte': Buffer.from([0xff]),
}

describe('the claimed type of a file', () => {
  const claims = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', pdf: 'application/pdf' }
  for (const [ending, type] of Object.entries(claims))
    for (const [what, bytes] of Object.entries(real)) {
      const isTrue = what === ending.replace('jpeg', 'jpg')
      test(`${ending} is ${isTrue ? 'accepted' : 'refused'} if it is ${what}`, async () => {
        const answer = await send(ending, type, bytes)
        if (!isTrue) return refused(answer)
        assert.deepEqual([answer.status, answer.body?.items?.[0]?.contentType], [200, type])
      })
    }

  const others = [
    ['gif', 'image/gif', gif],
    ['svg', 'image/svg+xml', svg],
    ['html', 'text/html', html],
    ['png', 'image/jpeg', real['png']],
    ['png.exe', 'image/png', real['png']],
  ] as const
  for (const [ending, type, bytes] of others)
    test(`a .${ending} sent as ${type} is refused`, async () => refused(await send(ending, type, bytes ?? '')))

  const misnamed = [
    ['jpg', 'image/jpeg', real['png'], /is a PNG file named \.jpg\. Rename it to end in \.png/],
    ['jpeg', 'image/jpeg', real['pdf'], /is a PDF file named \.jpeg/],
    ['jfif', 'image/jpeg', heic, /is an HEIC picture\. Save it as JPEG or PNG/],
    ['heic', 'image/heic', heic, /is an HEIC picture\. Save it as JPEG or PNG/],
    ['png', 'image/png', movingPng(), /is an animation \(APNG\)/],
    ['png', 'image/png', gif, /is a GIF picture/],
  ] as const
  for (const [ending, type, bytes, why] of misnamed)
    test(`.${ending} is refused with ${why}`, async () => refused(await send(ending, type, bytes ?? ''), why))

  test('is checked by the content if the browser does not know it', async () => {
    const sent = [
      ['jfif', 'image/pjpeg', 'jpg'],
      ['png', 'application/octet-stream', 'png'],
    ] as const
    for (const [ending, type, kind] of sent) assert.equal((await send(ending, type, real[kind] ?? '')).status, 200)
  })

  test('may have parameters', async () => {
    assert.equal((await send('png', 'Image/PNG; charset=binary', real['png'] ?? '')).status, 200)
  })
})

describe('a decompression bomb', () => {
  /** Refused or accepted without much time or memory. */
  const bombs: readonly (readonly [
    what: string,
    ending: string,
    type: string,
    make: () => Buffer | Promise<Buffer>,
    why?: RegExp,
  ])[] = [
    ['20,000 × 20,000 pixels', 'png', 'image/png', () => blackPng(20_000, 20_000), /50000000 pixels/],
    ['30,000 × 30,000 pixels', 'png', 'image/png', () => blackPng(30_000, 30_000), /50000000 pixels/],
    ['65,000 × 100 pixels', 'png', 'image/png', () => blackPng(65_000, 100), /12000 pixels a side/],
    ['a side of a pixel too many', 'png', 'image/png', () => blackPng(12_001, 1), /12000 pixels a side/],
    ['2^31 - 1 pixels a side', 'png', 'image/png', () => blackPng(0x7fffffff, 0x7fffffff, 0), /./],
    ['no pixels', 'png', 'image/png', () => blackPng(0, 0), /damaged/],
    ['7000 × 7000 pixels in 3 KB', 'jpg', 'image/jpeg', claimedJpeg, /too few bytes for 7000 × 7000/],
    ['7000 × 7000 pixels in 50 bytes', 'webp', 'image/webp', claimedWebp, /25000000 pixels, the most for webp/],
    ['half of its rows', 'png', 'image/png', () => blackPng(1000, 1000, 500), /damaged/],
    ['100 MB in a comment', 'png', 'image/png', () => blackPng(10, 10, 10, [pngComment(1e8)])],
    ['1,000 comments of 1 MB', 'png', 'image/png', () => blackPng(10, 10, 10, Array(1000).fill(pngComment(1e6)))],
    ['600 comments of 8 MB', 'png', 'image/png', () => blackPng(10, 10, 10, Array(600).fill(pngComment(7_900_000)))],
    ['100,000 frames', 'webp', 'image/webp', () => movingWebp(100_000), /animation/],
    ['1,000 scans', 'jpg', 'image/jpeg', () => repeatedScans(2000, 1000)],
  ]
  for (const [what, ending, type, make, why] of bombs)
    test(`of ${what} does no harm`, async () => {
      const bytes = await make()
      const before = process.memoryUsage.rss()
      const elapsed = ownProcessorStopwatch()
      const answer = await send(ending, type, bytes)
      const [ms, megabytes] = [Math.round(elapsed()), Math.round((process.memoryUsage.rss() - before) / 1e6)]
      if (why) refused(answer, why)
      else assert.ok(answer.status === 200 || answer.status === 400, answer.raw)
      assert.ok(ms < 5000 && megabytes < 200, `${ms} ms, ${megabytes} MB`)
    })
})

describe('a picture', () => {
  const secret = 'a place that nobody may know'
  const profile = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>a place that nobody may know</a></x:xmpmeta>'
  const place = {
    IFD0: { Copyright: secret, Artist: secret },
    IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
  }
  const tail = Buffer.from(`<script>${secret}</script>${'x'.repeat(100)}`)
  const annotated = () =>
    drawing().withExif(place).withXmp(profile).withIccProfile('p3').withMetadata({ orientation: 6 })
  const made: Readonly<Record<string, readonly [type: string, bytes: () => Promise<Buffer>]>> = {
    jpg: ['image/jpeg', () => annotated().jpeg().toBuffer()],
    png: ['image/png', () => annotated().png().toBuffer()],
    webp: ['image/webp', () => annotated().webp().toBuffer()],
  }
  for (const [ending, [type, bytes]] of Object.entries(made))
    test(`in ${ending} format keeps its pixels and loses everything else`, async () => {
      const sent = Buffer.concat([await bytes(), tail])
      const before = await sharp(sent).metadata()
      assert.ok(before.exif && before.xmp && before.icc && before.orientation === 6 && sent.includes(secret))
      const stored = await storedBytes(await send(ending, type, sent))
      const { exif, xmp, icc, iptc, orientation, comments, width, height } = await sharp(stored).metadata()
      assert.deepEqual([exif, xmp, icc, iptc, orientation, comments], Array(6).fill(undefined))
      for (const trace of [secret, 'script', 'Exif', 'EXIF', 'GPS', 'xmpmeta', 'ICC', 'iCCP', 'Adobe']) {
        assert.ok(!stored.includes(trace), trace)
      }
      assert.deepEqual([width, height], [20, 40], 'turned upright')
      const { data, info } = await sharp(stored).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      const [top, bottom] = [data.subarray(0, 3), data.subarray((info.width * 39 + 10) * 3).subarray(0, 3)]
      assert.ok((top[0] ?? 0) > 180 && (top[2] ?? 255) < 80, `red above: ${[...top]}`)
      assert.ok((bottom[2] ?? 0) > 180 && (bottom[0] ?? 255) < 80, `blue below: ${[...bottom]}`)
    })

  test('loses its comments and hidden pictures', async () => {
    const { png: hidden = gif } = real
    const sent = Buffer.concat([blackPng(10, 10, 10, [pngText(secret)]), hidden, pdf().bytes])
    const stored = await storedBytes(await send('png', 'image/png', sent))
    assert.ok(!stored.includes(secret) && !stored.includes('%PDF'))
    assert.equal(stored.indexOf('IEND'), stored.length - 8)
    assert.equal((await sharp(stored).metadata()).width, 10)
  })

  test('that is animated is refused', async () =>
    refused(await send('webp', 'image/webp', await movingWebp(2)), /animation/))

  test('may have transparency, grey, a palette, sixteen bits or four inks', async () => {
    const canvas = (channels: 3 | 4) =>
      sharp({ create: { width: 9, height: 9, channels, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } })
    const clear = await storedBytes(await send('png', 'image/png', await canvas(4).png().toBuffer()))
    assert.equal((await sharp(clear).metadata()).hasAlpha, true)
    const others = [
      canvas(3).greyscale().png(),
      canvas(3).png({ palette: true }),
      canvas(3).toColourspace('rgb16').png(),
      canvas(3).png({ progressive: true }),
    ]
    for (const picture of others) await storedBytes(await send('png', 'image/png', await picture.toBuffer()))
    await storedBytes(await send('jpg', 'image/jpeg', await canvas(3).toColourspace('cmyk').jpeg().toBuffer()))
    await storedBytes(await send('jpg', 'image/jpeg', await canvas(3).jpeg({ progressive: true }).toBuffer()))
  })

  test('cut in half is damaged, even with an end; without its last bytes alone it is whole', async () => {
    for (const progressive of [false, true]) {
      const whole = await (await noise()).jpeg({ progressive }).toBuffer()
      const half = Buffer.concat([whole.subarray(0, whole.length / 2), whole.subarray(-2)])
      refused(await send('jpg', 'image/jpeg', half), /is damaged/)
      const stored = await storedBytes(await send('jpg', 'image/jpeg', whole.subarray(0, -2)))
      assert.equal((await sharp(stored).metadata()).width, 200)
    }
  })

  test('damaged in the middle is refused', async () => {
    const whole = await (await noise()).jpeg().toBuffer()
    refused(await send('jpg', 'image/jpeg', whole.fill(0, whole.length / 2, whole.length / 2 + 40)), /in the middle/)
  })

  test('in PNG format is turned by a late orientation, and its numbers are read as its colour chunks say', async () => {
    const sent = await sharp({ create: { width: 9, height: 4, channels: 3, background: '#808080' } })
      .png()
      .toBuffer()
    const pixelOf = async (...chunks: Parameters<typeof pngWith>[1][]) => {
      const bytes = chunks.reduce<Buffer>((png, chunk) => pngWith(png, chunk), sent)
      const stored = await storedBytes(await send('png', 'image/png', bytes))
      const { data, info } = await sharp(stored).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      return [info.width, data[0]]
    }
    const orientation = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex')
    assert.deepEqual(await pixelOf({ type: 'eXIf', body: orientation, isLate: true }), [4, 128])
    assert.deepEqual(await pixelOf({ type: 'gAMA', body: uint32(100_000) }), [9, 188])
    assert.deepEqual(await pixelOf({ type: 'gAMA', body: uint32(45_455) }), [9, 128])
    assert.deepEqual(await pixelOf({ type: 'cICP', body: Buffer.from([1, 8, 0, 1]) }), [9, 188])
    assert.deepEqual(
      await pixelOf({ type: 'gAMA', body: uint32(100_000) }, { type: 'sRGB', body: Buffer.alloc(1) }),
      [9, 128],
    )
  })

  test('may have fifty million pixels, and not one more', async () => {
    assert.equal((await send('png', 'image/png', blackPng(10_000, 5000))).status, 200)
    refused(await send('png', 'image/png', blackPng(10_000, 5001)), /50000000 pixels/)
  })

  test('cut off anywhere is refused or drawn, never an internal error', async () => {
    for (const [ending, type] of [
      ['jpg', 'image/jpeg'],
      ['png', 'image/png'],
      ['webp', 'image/webp'],
    ] as const) {
      const whole = real[ending] ?? gif
      for (let length = 1; length < whole.length; length += Math.ceil(whole.length / 25)) {
        const { status } = await send(ending, type, whole.subarray(0, length))
        assert.ok(status === 400 || (status === 200 && length > whole.length - 20), `${ending} of ${length}: ${status}`)
      }
    }
  })

  test('with any byte changed is refused or drawn', async () => {
    for (const [ending, type] of [
      ['jpg', 'image/jpeg'],
      ['png', 'image/png'],
      ['webp', 'image/webp'],
    ] as const) {
      const whole = real[ending] ?? gif
      for (let index = 0; index < whole.length; index += Math.ceil(whole.length / 60)) {
        const changed = Buffer.from(whole)
        changed.writeUInt8(changed.readUInt8(index) ^ 0xff, index)
        const { status } = await send(ending, type, changed)
        assert.ok(status === 200 || status === 400, `${ending}, byte ${index}: ${status}`)
      }
    }
  })
})

describe('a document', () => {
  const sent = (bytes: Uint8Array | string) => send('pdf', 'application/pdf', bytes)
  for (const [what, bytes] of [
    ['is', pdf(100_000).bytes],
    ['behind a line is', Buffer.concat([Buffer.from('\n'), pdf().bytes])],
    ['behind a kilobyte is', Buffer.concat([Buffer.alloc(1_000, 'x'), pdf().bytes])],
  ] as const)
    test(`${what} stored unchanged`, async () => assert.deepEqual(await storedBytes(await sent(bytes)), bytes))

  const plain = pdfWith().toString('latin1')
  const wrong: Readonly<Record<string, readonly [string, RegExp]>> = {
    'of a header alone': ['%PDF-1.7\n', /no page of it can be opened/],
    'cut in half': [plain.slice(0, 120), /no page of it can be opened/],
    'without pages': [plain.replace('/Count 1/Kids[3 0 R]', '/Count 0/Kids[]     '), /has no pages|no page of it/],
    'with a password': [lockedPdf, /needs a password/],
    'behind two kilobytes': [`${'x'.repeat(2_000)}${plain}`, /holds no PDF/],
  }
  for (const [what, [text, why]] of Object.entries(wrong))
    test(`${what} is refused`, async () => refused(await sent(Buffer.from(text, 'latin1')), why))

  test('that names its author is accepted with a warning', async () => {
    const warningsOf = async (info: string) => (await sent(pdfWith('', { info }))).body.items[0].warnings
    assert.deepEqual(await warningsOf('/Author(Ann Lee)'), ['DocumentInformation'])
    assert.deepEqual(await warningsOf('/Producer(a program)'), [])
  })
})

test('a picture that cannot be read from disk is not called damaged', async () => {
  const path = `${market.ctx.storage.workshop}/away.jpg`
  await assert.rejects(redraw(path, `${path}.drawn`, 'jpg', { account: '1', spend: () => {} }), { code: 'ENOENT' })
})
