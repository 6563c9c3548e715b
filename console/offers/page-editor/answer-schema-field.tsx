import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isRecord } from '../../ui/schema/schema.ts'
import { CodeField } from './code-field.tsx'
import type { Page } from './form-parts.ts'

type AnswerSchemaFieldProps = {
  readonly value: Page['answerSchema']
  readonly onChange: (schema: Page['answerSchema']) => void
  readonly error: string | undefined
}

/** The schema of an answer as JSON. Text that is not a JSON object yet stays in the form as it was typed, and cannot be saved. */
export function AnswerSchemaField({ value, onChange, error }: AnswerSchemaFieldProps) {
  const { t } = useLingui()
  const [text, setText] = useState(() => (typeof value === 'string' ? value : JSON.stringify(value, null, 2)))
  const { schema, line } = read(text)
  const change = (next: string) => {
    setText(next)
    onChange(read(next).schema ?? (next as never))
  }
  const fault = line === undefined ? t`This is not a JSON object.` : t`This is not JSON. Look at line ${line}.`
  return (
    <CodeField
      label={t`Schema of an answer`}
      description={t`JSON Schema. Answers that do not fit are refused.`}
      data-path="page.answerSchema"
      rows={10}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      error={schema ? error : fault}
    />
  )
}

/** Returns the object in a JSON text, or the line at which it is no JSON, as far as the browser says it. */
function read(text: string): { readonly schema?: Page['answerSchema']; readonly line?: string | undefined } {
  try {
    const schema: unknown = JSON.parse(text)
    return isRecord(schema) ? { schema } : {}
  } catch (error) {
    return { line: /line (\d+)/.exec(String(error))?.[1] }
  }
}
