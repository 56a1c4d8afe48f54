import { Input, Select } from 'antd'
import { Field } from '#ui/form/Field.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import style from './Link.module.css'
import type { LinkFieldsProps } from './LinkFields.tsx'

type NameFieldsProps = Pick<LinkFieldsProps, 'draft' | 'problems' | 'choices' | 'onChange'>

/** Title, group and tags of a link. */
export function NameFields({ draft, problems, choices, onChange }: NameFieldsProps) {
  return (
    <>
      <Field
        label="标题"
        isOptional
        error={problems.title}
        hint="只给自己看"
        count={{ length: draft.title.trim().length, most: limits.linkTitleCharacters }}
      >
        {control => (
          <Input
            {...control}
            placeholder="例如：春季上新会员通知"
            value={draft.title}
            onChange={event => onChange({ title: event.target.value })}
          />
        )}
      </Field>
      <div className={style.pair}>
        <Field
          label="标签"
          isOptional
          error={problems.tags}
          hint="输入后按回车"
          count={{ length: draft.tags.length, most: limits.linkTags }}
        >
          {control => (
            <Select
              {...control}
              className={layout.full}
              mode="tags"
              tokenSeparators={[',', '，', ' ']}
              maxCount={limits.linkTags}
              options={(choices?.tags ?? []).map(tag => ({ value: tag, label: tag }))}
              value={draft.tags}
              onChange={tags => onChange({ tags: [...new Set(tags.map(tag => tag.trim()).filter(tag => tag !== ''))] })}
            />
          )}
        </Field>
        <Field label="分组" isOptional>
          {({ status: _, ...control }) => (
            <Select
              {...control}
              className={layout.full}
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="不分组"
              options={(choices?.groups ?? []).map(group => ({ value: group.linkGroupId, label: group.name }))}
              value={draft.linkGroupId}
              onChange={linkGroupId => onChange({ linkGroupId: linkGroupId ?? null })}
            />
          )}
        </Field>
      </div>
    </>
  )
}
