import { statusOfType } from '../platform/http/answer.ts'
import { textOf, titleIn } from '../platform/http/problem-texts.ts'
import { escapeHtml } from '../values/html.ts'
import { type ProblemType, problemTypes } from '../values/problems/problem.ts'
import type { Language } from '../values/sentences.ts'
import { pageOf, sentenceOf } from './html.ts'
import { exampleOf } from './problem-examples.ts'

const words = {
  en: {
    all: 'Problems',
    about: 'Every error response is a problem document (RFC 9457) with one of these codes.',
    status: 'Status',
    happened: 'What happened',
    remedy: 'What to do',
    members: 'Members of this problem',
    example: 'Example',
  },
  ru: {
    all: 'Ошибки',
    about: 'Каждый ответ с ошибкой — описание проблемы (RFC 9457) с одним из этих кодов.',
    status: 'Статус',
    happened: 'Что случилось',
    remedy: 'Что делать',
    members: 'Поля этой ошибки',
    example: 'Пример',
  },
} as const

export function problemFacts(type: ProblemType, language: Language, publicUrl: string) {
  const status = statusOfType(type)
  const title = titleIn(language, type)
  const { happened, remedy } = textOf(type.code, language)
  return {
    code: type.code,
    status,
    title,
    happened,
    remedy,
    members: Object.keys(textOf(type.code, 'en').example).filter((name) => name !== 'errors'),
    example: exampleOf(type, status, publicUrl, title),
  }
}

/** Returns all problems, sorted by status, then by code. */
export const problemList = (language: Language) =>
  [...problemTypes.values()]
    .map((type) => ({ code: type.code, status: statusOfType(type), title: titleIn(language, type) }))
    .sort((one, other) => one.status - other.status || (one.code < other.code ? -1 : 1))

/** Returns the page that the `type` of a problem links to. */
export function problemPage(type: ProblemType, language: Language, publicUrl: string): string {
  const say = words[language]
  const { code, status, title, happened, remedy, members, example } = problemFacts(type, language, publicUrl)
  const brought = members.map((name) => `<code>${escapeHtml(name)}</code>`).join(' ')
  return pageOf(
    language,
    `${code}: ${title}`,
    `<p class="quiet"><a href="../problems">${say.all}</a></p>
<h1>${escapeHtml(title)}</h1>
<p class="quiet"><code>${code}</code> · ${say.status} ${status}</p>
<h2>${say.happened}</h2>
<p>${sentenceOf(happened)}</p>
<h2>${say.remedy}</h2>
<p>${sentenceOf(remedy)}</p>
${brought && `<h2>${say.members}</h2>\n<p>${brought}</p>\n`}<h2>${say.example}</h2>
<pre tabindex="0">${escapeHtml(JSON.stringify(example, null, 2))}</pre>`,
  )
}

export function problemsPage(language: Language): string {
  const say = words[language]
  const rows = problemList(language).map(
    ({ status, code, title }) =>
      `<tr><td>${status}</td><td><a href="problems/${code}"><code>${code}</code></a></td><td>${escapeHtml(title)}</td></tr>`,
  )
  const table = `<table>\n${rows.join('\n')}\n</table>`
  return pageOf(language, say.all, `<h1>${say.all}</h1>\n<p class="quiet">${say.about}</p>\n${table}`)
}
