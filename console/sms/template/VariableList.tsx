import { InputNumber, Select } from 'antd'
import { type TemplateVariable, type VariableKind, variableKinds } from '#contract/template-text.ts'
import style from './Template.module.css'

const options = Object.entries(variableKinds).map(([value, { name }]) => ({ value: value as VariableKind, label: name }))

/** What each variable of the text may hold, in the order of the text. */
export function VariableList({
  variables,
  onChange,
}: {
  variables: readonly TemplateVariable[]
  onChange: (variable: TemplateVariable) => void
}) {
  return (
    <ul className={style.variables}>
      {variables.map(variable => {
        const { name, kind, maxLength } = variable
        const { most } = variableKinds[kind]
        return (
          <li key={name}>
            <code title={name}>{name}</code>
            <Select
              aria-label={`变量${name}的类型`}
              value={kind}
              options={options}
              onChange={next => onChange({ name, kind: next, maxLength: variableKinds[next].most })}
            />
            <InputNumber
              aria-label={`变量${name}的最大长度`}
              prefix="最长"
              min={kind === 'code' ? 4 : 1}
              max={most}
              precision={0}
              value={maxLength}
              onChange={value => onChange({ ...variable, maxLength: value ?? most })}
            />
          </li>
        )
      })}
    </ul>
  )
}
