import { Input, InputNumber, Select } from 'antd'
import { checkValue, type TemplateVariable, variableKinds } from '#contract/content/template-text.ts'
import { exampleOf } from '#contract/variable-example.ts'
import { optionsOf } from '#ui/form/options.ts'
import layout from '#ui/theme/layout.module.css'
import style from './Template.module.css'

const options = optionsOf(variableKinds)

interface VariableListProps {
  variables: readonly TemplateVariable[]
  onChange: (variable: TemplateVariable) => void
}

/** The kind of each variable, in the order of the text, with an example value. */
export function VariableList({ variables, onChange }: VariableListProps) {
  return (
    <ul className={`${layout.list} ${layout.stack8} ${style.variables}`}>
      {variables.map(variable => (
        <VariableLine key={variable.name} variable={variable} onChange={onChange} />
      ))}
    </ul>
  )
}

function VariableLine({ variable, onChange }: { variable: TemplateVariable; onChange: (variable: TemplateVariable) => void }) {
  const { name, kind, maxLength, example } = variable
  const { most } = variableKinds[kind]
  const problem = example ? checkValue(variable, example) : null
  return (
    <li>
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
      <span className={style.example}>
        <Input
          aria-label={`变量${name}的示例`}
          prefix="示例"
          placeholder={exampleOf({ name, kind, maxLength })}
          status={problem === null ? '' : 'error'}
          value={example ?? ''}
          onChange={event => onChange({ ...variable, example: event.target.value || undefined })}
        />
        {problem === null ? null : <small role="alert">{problem}</small>}
      </span>
    </li>
  )
}
