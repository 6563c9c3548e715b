import { useLingui } from '@lingui/react/macro'
import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { paths } from '../../api/group-a.ts'
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

/** Checks an IBAN when its field is left. The checks of all countries are loaded only then. */
function useIbanCheck() {
  const { t } = useLingui()
  const [error, setError] = useState<string>()
  const check = async (text: string) => {
    const { isValidIBAN } = await import('ibantools')
    const isWrong = text.trim() !== '' && !isValidIBAN(text.replace(/ /g, '').toUpperCase())
    setError(isWrong ? t`This is not an IBAN: its length or check digits are wrong.` : undefined)
  }
  return [error, check, () => setError(undefined)] as const
}

type MethodFieldsProps = { readonly type: string; readonly input: (path: string) => object }

/** Fields for payment details. `input` returns the properties of a field by its path in the form, below `method`. */
export function MethodFields({ type, input }: MethodFieldsProps) {
  const { t } = useLingui()
  const method = useLabels(methodLabels)
  const field = useLabels(fieldLabels)
  const [wrongIban, check, forget] = useIbanCheck()
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
            {...(name === 'iban' && wrongIban ? { error: wrongIban } : {})}
            {...(name === 'iban'
              ? { onBlur: (event) => void check(event.currentTarget.value), onFocus: () => forget() }
              : {})}
          />
        ))}
      </Group>
    </>
  )
}
