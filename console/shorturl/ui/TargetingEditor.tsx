import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { maxRules } from '#contract/links/link-rule.ts'
import layout from '#ui/theme/layout.module.css'
import { itemOrThrow } from '#values/or-throw.ts'
import style from './Link.module.css'
import { newRule, type RuleDraft, ruleProblem } from './link-draft.ts'
import { RuleFields } from './RuleFields.tsx'

interface TargetingEditorProps {
  rules: readonly RuleDraft[]
  /** Whether saving was tried: before that an unfinished rule shows no error. */
  isTried: boolean
  onChange: (rules: RuleDraft[]) => void
}

/** 分流规则: targeting rules, the first match applies. */
export function TargetingEditor({ rules, isTried, onChange }: TargetingEditorProps) {
  const replace = (index: number, rule: RuleDraft) => onChange(rules.with(index, rule))
  const remove = (index: number) => onChange(rules.toSpliced(index, 1))
  const move = (index: number, by: 1 | -1) => onChange(rules.toSpliced(index, 1).toSpliced(index + by, 0, itemOrThrow(rules, index)))
  return (
    <>
      <p className={`${layout.flush} ${layout.below12} ${layout.note}`}>从上到下，第一条符合的规则生效；都不符合的访客到上面的目标网址。</p>
      <ol className={`${layout.list} ${layout.below12} ${layout.stack12}`}>
        {rules.map((rule, index) => (
          <li key={rule.key} className={style.rule} aria-label={`规则${index + 1}`}>
            <header>
              规则 {index + 1}
              <span>
                <Button
                  type="text"
                  icon={<ArrowUpOutlined />}
                  aria-label={`上移规则${index + 1}`}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <Button
                  type="text"
                  icon={<ArrowDownOutlined />}
                  aria-label={`下移规则${index + 1}`}
                  disabled={index === rules.length - 1}
                  onClick={() => move(index, 1)}
                />
                <Button type="text" icon={<DeleteOutlined />} aria-label={`删除规则${index + 1}`} onClick={() => remove(index)} />
              </span>
            </header>
            <RuleFields rule={rule} onChange={next => replace(index, next)} />
            {isTried && ruleProblem(rule) ? (
              // Gets the focus when an error prevents saving: the fields of the rule follow.
              <p className={style.problem} role="alert" tabIndex={-1}>
                {ruleProblem(rule)}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
      <Button icon={<PlusOutlined />} disabled={rules.length >= maxRules} onClick={() => onChange([...rules, newRule()])}>
        添加规则
      </Button>
    </>
  )
}
