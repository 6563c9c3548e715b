import { useLingui } from '@lingui/react/macro'
import { Group, NativeSelect, TextInput } from '@mantine/core'
import type { paths } from '../../api/group-a.ts'
import { entered } from '../../ui/schema/schema.ts'
import { useWords } from '../../ui/words.ts'
import { fieldsOf, fieldWords } from './withdrawal-fields.ts'
import { methodWords } from './withdrawal-words.tsx'

type Body = paths['/api/executor/withdrawals']['post']['requestBody']['content']['application/json']
export type Method = Body['method']

export const blankMethod: Method = {
  ...{ type: 'Bank', holder: '', iban: '', bic: '', accountNumber: '', bankCode: '', bankName: '', country: '' },
  email: '',
}

/** Returns the details of the chosen method, without those entered for others. */
export function enteredMethod(method: Method): Method {
  const names: readonly string[] = ['type', ...fieldsOf(method.type).map(({ name }) => name)]
  return entered(Object.fromEntries(Object.entries(method).filter(([name]) => names.includes(name)))) as Method
}

type Fields = { readonly type: string; readonly input: (path: string) => object }

/** Fields for payment details. `input` returns the properties of a field by its path in the form, below `method`. */
export function MethodFields({ type, input }: Fields) {
  const { t } = useLingui()
  const method = useWords(methodWords)
  const field = useWords(fieldWords)
  return (
    <>
      <NativeSelect
        label={t`Destination`}
        data={Object.keys(methodWords).map((value) => ({ value, label: method(value) }))}
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
          />
        ))}
      </Group>
    </>
  )
}
