import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { once } from '../values/once.ts'
import type { ReceiptContent } from './layout.ts'

/**
 * Loaded with the first receipt: the library and its fonts take 40 MB of memory. Fonts are parsed once: parsing them for each receipt
 * blocks the event loop for 200 ms.
 */
const tools = once(async () => {
  const [{ default: PDFDocument }, { create }] = await Promise.all([import('pdfkit'), import('fontkit')])
  const fontOf = async (path: string) =>
    create(await readFile(fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${path}`))))
  const [regular, bold] = await Promise.all([
    fontOf('400Regular/NotoSans_400Regular.ttf'),
    fontOf('600SemiBold/NotoSans_600SemiBold.ttf'),
  ])
  return { PDFDocument, regular: asSource(regular), bold: asSource(bold) }
})

/** pdfkit takes a font of fontkit, too, but its types do not say so. */
const asSource = (font: unknown) => font as PDFKit.Mixins.PDFFontSource

const margin = 56
const gap = 24

type Page = PDFKit.PDFDocument
type Facts = { readonly pages: readonly ReceiptContent[]; readonly issuedAt: Date; readonly language: string }

/** Draws receipts or credit notes as a PDF file with embedded fonts, each on its page. The same contents always give the same bytes. */
export async function receiptPdf({ pages, issuedAt, language }: Facts): Promise<Buffer> {
  const { PDFDocument, regular, bold } = await tools()
  const page = new PDFDocument({
    size: 'A4',
    margin,
    lang: language,
    displayTitle: true,
    info: { Title: pages.map(({ title }) => title).join(', '), CreationDate: issuedAt, ModDate: issuedAt },
  })
  page.registerFont('regular', regular).registerFont('bold', bold)
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    page.on('data', (chunk: Buffer) => chunks.push(chunk))
    page.on('end', () => resolve(Buffer.concat(chunks)))
    page.on('error', reject)
  })
  for (const [place, content] of pages.entries()) draw(place === 0 ? page : page.addPage(), content)
  page.end()
  return done
}

function draw(page: Page, { title, facts, parties, heading, rows, footer }: ReceiptContent): void {
  page.font('bold').fontSize(20).text(title)
  page.moveDown(0.5).fontSize(10)
  for (const [label, value] of facts)
    page.font('regular').fillColor('#555').text(`${label}: `, { continued: true }).fillColor('black').text(value)
  page.moveDown(1.5)
  columns(page, parties)
  table(page, heading, rows)
  page.moveDown(3).font('regular').fontSize(8).fillColor('#555').text(footer, margin)
}

/** Draws the parties beside each other, and goes on below the longer one. */
function columns(page: Page, parties: ReceiptContent['parties']): void {
  const top = page.y
  const width = (page.page.width - 2 * margin - gap) / 2
  const ends = parties.map(({ title, lines }, index) => {
    const left = margin + index * (width + gap)
    page.font('regular').fillColor('#555').text(title, left, top, { width })
    page.fillColor('black')
    for (const [place, line] of lines.entries()) page.font(place === 0 ? 'bold' : 'regular').text(line, { width })
    return page.y
  })
  page.y = Math.max(...ends)
  page.moveDown(2)
}

const amountWidth = 150

function table(page: Page, [description, amount]: ReceiptContent['heading'], rows: ReceiptContent['rows']): void {
  const width = page.page.width - 2 * margin
  page.font('regular').fillColor('#555')
  row(page, width, description, amount)
  for (const [index, [text, sum]] of rows.entries()) {
    page
      .moveTo(margin, page.y)
      .lineTo(margin + width, page.y)
      .lineWidth(0.5)
      .strokeColor('#bbb')
      .stroke()
    page
      .moveDown(0.4)
      .font(index === 0 ? 'regular' : 'bold')
      .fillColor('black')
    row(page, width, text, sum)
  }
}

function row(page: Page, width: number, text: string, amount: string): void {
  const top = page.y
  page.text(amount, margin + width - amountWidth, top, { width: amountWidth, align: 'right' })
  const end = page.y
  page.text(text, margin, top, { width: width - amountWidth - gap })
  page.y = Math.max(end, page.y)
  page.moveDown(0.4)
}
