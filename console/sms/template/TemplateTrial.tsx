import { Input } from 'antd'
import { useState } from 'react'
import { checkValue, composeContent, renderTemplate, variableKinds } from '#contract/template-text.ts'
import { Field, FieldsBeside } from '../../ui/Field.tsx'
import { PhonePreview } from '../../ui/PhonePreview.tsx'
import type { TemplateRow } from './template.ts'

/** Fill the variables, see the message and what it counts: with the same rules that check the values of a broadcast. */
export function TemplateTrial({ row, signatureText }: { row: TemplateRow; signatureText: string }) {
  const { text, kind, variables } = row
  const [values, setValues] = useState(() => variables.map(({ kind, maxLength }) => variableKinds[kind].example.slice(0, maxLength)))
  return (
    <FieldsBeside
      aside={<PhonePreview messages={[{ content: composeContent(signatureText, renderTemplate(text, variables, values), kind) }]} />}
    >
      {variables.length === 0 ? <p>这个模板没有变量，每个人收到的内容都相同。</p> : null}
      {variables.map((variable, index) => {
        const value = values[index] ?? ''
        return (
          <Field
            key={variable.name}
            label={`${variable.name}（${variableKinds[variable.kind].name}）`}
            error={checkValue(variable, value)}
            count={{ length: value.length, most: variable.maxLength }}
          >
            {control => (
              <Input
                {...control}
                value={value}
                onChange={event => setValues(values.map((one, at) => (at === index ? event.target.value : one)))}
              />
            )}
          </Field>
        )
      })}
    </FieldsBeside>
  )
}
