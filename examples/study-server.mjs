// The site of a study: checks the signed address, asks for consent and two questions, and sends people back by return links.
//
//   STUDY_SECRET=… node examples/study-server.mjs https://market.example [port] > answers.jsonl
//
// Prints the answers of each person as one line of JSON. For real people, put it behind a proxy that speaks https.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'

const bodyBytesMax = 10_000

/** Returns the server. `marketplace`: its origin. `record` gets the answers of each person once. */
export function studyServer({ marketplace, secret, record }) {
  const market = new URL(marketplace).origin
  const finished = new Map()
  const study = { market, secret, record, finished }
  return createServer(async (request, response) => {
    const { status, headers, html } = await answerTo(request, study).catch(() => page(400, 'Bad request', ''))
    // Browsers apply form-action to redirects, too.
    const policy = `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${market}; frame-ancestors 'none'`
    response.writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      // The address has the signature.
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
      ...headers,
    })
    response.end(html)
  })
}

/** What a visitor sends is compared with what can be chosen, and never shown. */
async function answerTo(request, study) {
  const { pathname, searchParams } = new URL(request.url, 'http://study')
  if (pathname !== '/') return page(404, 'Not found', '')
  const visit = Object.fromEntries(searchParams)
  if (!isOurs(study.secret, visit)) return page(403, 'This link is not valid', notOurs)
  const form = new URLSearchParams(request.method === 'POST' ? await bodyOf(request) : '')
  if (form.get('consent') !== 'yes') return page(200, 'A study about coffee', consent)
  const answers = chosenIn(form)
  if (answers === undefined) return page(200, 'Two questions', questions)
  return { status: 303, headers: { Location: finish(visit, answers, study) }, html: '' }
}

/** Each test run of the advertiser is another person. */
const tester = 'ex_test'

/** Returns the link by which the visitor goes back. The first answers of a person count, also if they reserve the task again. */
function finish({ tm_executor: executor, tm_reservation: reservation }, answers, { market, secret, record, finished }) {
  const person = executor === tester ? reservation : executor
  if (!finished.has(person)) {
    const action = actionFor(answers)
    finished.set(person, action)
    record({ executor, reservation, action, ...answers })
  }
  return returnLink(market, secret, reservation, finished.get(person))
}

/** The study is about people who drink coffee. The second question shows who reads. */
function actionFor({ cups, colour }) {
  if (cups === 'none') return 'screened-out'
  return colour === 'blue' ? 'complete' : 'failed-check'
}

const choices = {
  cups: { question: 'How many cups of coffee do you drink on a usual day?', values: ['none', '1 or 2', '3 or more'] },
  colour: { question: 'To show that you read this, choose blue.', values: ['green', 'blue', 'red'] },
}

/** Returns one of the values for each question; undefined if something is missing. */
function chosenIn(form) {
  const chosen = Object.entries(choices).map(([name, { values }]) => [
    name,
    values.find((each) => each === form.get(name)),
  ])
  return chosen.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(chosen)
}

const sign = (secret, text) => createHmac('sha256', secret).update(text).digest('hex')

function isOurs(secret, { tm_executor, tm_reservation, tm_expires, tm_signature = '' }) {
  const made = Buffer.from(sign(secret, `${tm_executor}.${tm_reservation}.${tm_expires}`))
  const given = Buffer.from(tm_signature)
  return Date.now() / 1000 < Number(tm_expires) && given.length === made.length && timingSafeEqual(given, made)
}

const returnLink = (market, secret, reservation, action) =>
  `${market}/return/${reservation}/${action}/${sign(secret, `${reservation}.${action}`)}`

async function bodyOf(request) {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) throw new Error('The body is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const notOurs = '<p>Or its time is over. Open the study from your reservation in the marketplace again.</p>'

const consent = `<p>We ask two questions about coffee. It takes a minute. We store your answers without your name.</p>
<p>If you do not want to take part, close this page and release your reservation.</p>
<form method="post"><button name="consent" value="yes">I agree, continue</button></form>`

const questions = `<form method="post"><input type="hidden" name="consent" value="yes">
${Object.entries(choices).map(fieldset).join('\n')}
<button>Send</button></form>`

function fieldset([name, { question, values }]) {
  const labels = values.map(
    (value) => `<label><input type="radio" name="${name}" value="${value}" required> ${value}</label>`,
  )
  return `<fieldset><legend>${question}</legend>${labels.join('')}</fieldset>`
}

function page(status, title, content) {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; font: 1.1rem/1.6 system-ui, sans-serif }
  body { max-width: 34rem; margin: 2rem auto; padding: 0 1rem }
  fieldset { margin: 0 0 1.5rem; padding: 0; border: 0 }
  legend { padding: 0; font-weight: 600 }
  label { display: block; padding: 0.5rem 0 }
  button { padding: 0.6rem 1.4rem; font: inherit }
</style>
<h1>${title}</h1>
${content}
`
  return { status, headers: {}, html }
}

/** Starts the server if this file is the program. */
function main([marketplace, port = '4690'], { STUDY_SECRET: secret }) {
  if (!marketplace || !secret) {
    process.stderr.write('Usage: STUDY_SECRET=… node examples/study-server.mjs https://market.example [port]\n')
    process.exit(2)
  }
  const record = (answers) => process.stdout.write(`${JSON.stringify(answers)}\n`)
  studyServer({ marketplace, secret, record }).listen(Number(port), '127.0.0.1', () =>
    process.stderr.write(`the study is at http://127.0.0.1:${port}/\n`),
  )
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  main(process.argv.slice(2), process.env)
