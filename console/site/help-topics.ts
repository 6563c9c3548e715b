export type Question = { readonly title: string; readonly text: string /** Of its heading. */; readonly line: number }
export type Topic = Question & { readonly questions: readonly Question[] }

const heading = /^(##|###) +(.*?)(?: +#+)? *$/
const fence = /^ {0,3}(?:```|~~~)/

/** Splits a text at its headings: level two is a topic, level three a question. Text before the first heading is a topic without a title. */
export function topicsOf(text: string): Topic[] {
  const parts = [{ level: '##', title: '', text: '', line: 0 }]
  let isCode = false
  for (const [place, line] of text.replaceAll('\r\n', '\n').split('\n').entries()) {
    if (fence.test(line)) isCode = !isCode
    const [, level, title = ''] = (!isCode && heading.exec(line)) || []
    const part = parts.at(-1)
    if (level) parts.push({ level, title, text: '', line: place + 1 })
    else if (part) part.text += `${line}\n`
  }
  const topics: (Question & { questions: Question[] })[] = []
  for (const { level, ...part } of parts)
    if (level === '##') topics.push({ ...part, questions: [] })
    else topics.at(-1)?.questions.push(part)
  return topics.filter((topic) => topic.title || topic.text.trim() || topic.questions.length > 0)
}

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns what contains every word: a topic with its questions if its own title has them, else its questions that do. */
export function searched(topics: readonly Topic[], search: string): readonly Topic[] {
  const words = folded(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return topics
  const has = (...parts: readonly string[]) => {
    const text = folded(parts.join('\n'))
    return words.every((word) => text.includes(word))
  }
  return topics.flatMap((topic) => {
    if (has(topic.title)) return [topic]
    const questions = topic.questions.filter(({ title, text }) => has(topic.title, title, text))
    const isOwn = has(topic.title, topic.text)
    return questions.length > 0 || isOwn ? [{ ...topic, text: isOwn ? topic.text : '', questions }] : []
  })
}
