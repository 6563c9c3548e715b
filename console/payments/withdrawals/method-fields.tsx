import { useLingui } from '@lingui/react/macro'
import { Group, NativeSelect, TextInput } from '@mantine/core'
import { type FocusEvent, useState } from 'react'
import type { paths } from '../../api/group-a.ts'
import { loadCode } from '../../connection.ts'
import { useLabels } from '../../ui/labels.ts'
import { withoutEmpty } from '../../ui/schema/schema.ts'
import { fieldLabels, fieldsOf } from './withdrawal-fields.ts'
import { methodLabels } from './withdrawal-labels.tsx'

type Body = paths['/api/executor/withdrawals']['post']['requestBody']['content']['application/json']
export type Method = NonNullable<Body['method']>

export const emptyMethod: Method = {
  type: 'Bank',
  holder: '',
  iban: '',
  bic: '',
  accountNumber: '',
  bankCode: '',
  bankName: '',
  country: '',
  email: '',
}

/** Returns the details of the chosen method, without those entered for others. */
export function methodInput(method: Method): Method {
  const names: readonly string[] = ['type', ...fieldsOf(method.type).map(({ name }) => name)]
  return withoutEmpty(Object.fromEntries(Object.entries(method).filter(([name]) => names.includes(name)))) as Method
}

/** Returns a check of payment details before they are sent: errors by path. The checks of all countries are loaded only then. */
export function useAccountCheck() {
  const { t } = useLingui()
  return async (account: Readonly<Record<string, unknown>>): Promise<Record<string, string>> => {
    const { wrongFields } = await loadCode(() => import('./account-checks.ts'))
    const texts: Readonly<Record<string, string>> = {
      iban: t`This is not an IBAN: its length or check digits are wrong.`,
      bic: t`A BIC has 8 or 11 characters.`,
      country: t`Enter two letters, such as DE.`,
      email: t`Enter an e-mail address.`,
    }
    return Object.fromEntries(wrongFields(account).map((name) => [`method.${name}`, texts[name] ?? '']))
  }
}

/** Checks each field when it is left. */
function useFieldChecks() {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const check = useAccountCheck()
  return (name: string) => {
    const path = `method.${name}`
    const change = async (text: string) => {
      const found = await check({ [name]: text })
      setErrors(({ [path]: _, ...others }) => ({ ...others, ...found }))
    }
    return {
      ...(errors[path] ? { error: errors[path] } : {}),
      onBlur: (event: FocusEvent<HTMLInputElement>) => void change(event.currentTarget.value),
      onFocus: () => void change(''),
    }
  }
}

type MethodFieldsProps = { readonly type: string; readonly input: (path: string) => object }

/** Fields for payment details. `input` returns the properties of a field by its path in the form, below `method`. */
export function MethodFields({ type, input }: MethodFieldsProps) {
  const { t } = useLingui()
  const method = useLabels(methodLabels)
  const field = useLabels(fieldLabels)
  const checked = useFieldChecks()
  return (
    <>
      <NativeSelect
        label={t`Destination`}
        data={Object.keys(methodLabels).map((value) => ({ value, label: method(value) }))}
        {...input('method.type')}
      />
      <Group grow align="flex-start" gap="sm" preventGrowOverflow={false}>
        {fieldsOf(type).map(({ name, isRequired }) => (
          <TextInput
            key={name}
            label={field(name)}
            withAsterisk={isRequired}
            miw={220}
            autoComplete={name === 'email' ? 'email' : name === 'holder' ? 'name' : 'off'}
            {...input(`method.${name}`)}
            {...checked(name)}
          />
        ))}
      </Group>
    </>
  )
}
