import { Checkbox, Input, Radio } from 'antd'
import { type WordKind, type WordLevel, wordLevels } from '#contract/forbidden-words/word.ts'
import { Field } from '#ui/form/Field.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { limits } from '#values/limits.ts'
import { wordLevelTags } from '../ui/labels/forbidden-words.ts'
import { kindOptions } from './word.ts'

export interface Terms {
  level: WordLevel
  kinds: WordKind[]
  remark: string
}

const levelOptions = optionsOf(wordLevelTags)

/** Effect, scope and reason of a word. */
export function WordTerms({ terms, onChange }: { terms: Terms; onChange: (change: Partial<Terms>) => void }) {
  const { level, kinds, remark } = terms
  return (
    <>
      <Field label="处理" isGroup hint={wordLevels[level].note}>
        {() => <Radio.Group value={level} options={levelOptions} onChange={event => onChange({ level: event.target.value })} />}
      </Field>
      <Field label="适用内容" isGroup error={kinds.length === 0 ? '请至少选择一项' : null}>
        {() => <Checkbox.Group value={kinds} options={kindOptions} onChange={next => onChange({ kinds: next })} />}
      </Field>
      <Field
        label="说明"
        isOptional
        hint="为什么，客户会看到，例如“涉赌”"
        count={{ length: remark.length, most: limits.wordRemarkCharacters }}
      >
        {control => (
          <Input
            {...control}
            maxLength={limits.wordRemarkCharacters}
            value={remark}
            onChange={event => onChange({ remark: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
