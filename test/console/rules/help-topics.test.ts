import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searched, topicsOf } from '../../../console/site/help-topics.ts'
import { defaultHelp } from '../../../server/site/default-help.ts'

const text = `Welcome.

## Money ##

### When am I paid?

Once the work is accepted.
#### Not a question

### Café

\`\`\`
## not a topic
\`\`\`
## Contact
Write to us.`

const titles = (search: string) =>
  searched(topicsOf(text), search).map(({ title, questions }) => [
    title,
    ...questions.map((question) => question.title),
  ])

test('a help text is split into topics and questions, and code is no heading', () => {
  assert.deepEqual(titles(''), [[''], ['Money', 'When am I paid?', 'Café'], ['Contact']])
  assert.match(topicsOf(text)[1]?.questions[0]?.text ?? '', /accepted\.\n#### Not a question/)
  assert.deepEqual(topicsOf(' \n'), [])
  assert.deepEqual(topicsOf('### First\nYes.'), [
    { title: '', text: '', line: 0, questions: [{ title: 'First', text: 'Yes.\n', line: 1 }] },
  ])
})

test('a search finds questions that have every word, whatever the case and accents', () => {
  assert.deepEqual(titles('CAFE'), [['Money', 'Café']])
  assert.deepEqual(titles('accepted work'), [['Money', 'When am I paid?']])
  assert.deepEqual(titles('money'), [['Money', 'When am I paid?', 'Café']])
  assert.deepEqual(titles('write'), [['Contact']])
  assert.deepEqual(titles('write accepted'), [])
})

test('the general help has the same topics in both languages', () => {
  const counts = (language: 'en' | 'ru') => topicsOf(defaultHelp[language]).map(({ questions }) => questions.length)
  assert.deepEqual(counts('en'), counts('ru'))
})
