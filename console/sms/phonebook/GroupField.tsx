import { Input, Select } from 'antd'
import { groupNameRule } from '#contract/recipients/phonebook.ts'
import { Field } from '#ui/form/Field.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { limits } from '#values/limits.ts'
import { type GroupRow, groupOptions } from './phonebook.ts'

/** An existing group, or the name of one that is created when the form is saved. */
export interface ChosenGroup {
  groupId: string | null
  newName: string
}

/** The error of the choice, or null. */
export const groupProblem = ({ groupId, newName }: ChosenGroup) => (groupId === null ? ruleMessage(groupNameRule, newName) : null)

interface GroupFieldProps {
  groups: GroupRow[]
  chosen: ChosenGroup
  error: string | null
  onChange: (chosen: ChosenGroup) => void
}

const newGroup = 'new'

/** The group of new contacts; where there is none yet, the name of the first. */
export function GroupField({ groups, chosen, error, onChange }: GroupFieldProps) {
  const isNew = chosen.groupId === null
  return (
    <>
      {groups.length > 0 ? (
        <Field label="加入分组">
          {({ id }) => (
            <Select
              id={id}
              style={{ width: '100%' }}
              showSearch={{ optionFilterProp: 'label' }}
              value={chosen.groupId ?? newGroup}
              options={[
                ...groupOptions(groups),
                ...(groups.length < limits.contactGroups ? [{ value: newGroup, label: '新建一个分组…' }] : []),
              ]}
              onChange={value => onChange({ ...chosen, groupId: value === newGroup ? null : value })}
            />
          )}
        </Field>
      ) : null}
      {isNew ? (
        <Field
          label="新分组的名称"
          id="phonebook-new-group"
          error={error}
          count={{ length: chosen.newName.trim().length, most: limits.contactGroupNameCharacters }}
        >
          {control => (
            <Input
              {...control}
              placeholder="例如：老客户"
              value={chosen.newName}
              onChange={event => onChange({ ...chosen, newName: event.target.value })}
            />
          )}
        </Field>
      ) : null}
    </>
  )
}
