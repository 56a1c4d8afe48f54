import { Button, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { useUndo } from '#console/shared/undo/use-undo.tsx'
import { contactLabelCalls } from '#contract/recipients/contact-label.ts'
import { contactTaskCalls } from '#contract/recipients/contact-task.ts'
import { contactFieldNameRule, contactTagNameRule, phonebookCalls } from '#contract/recipients/phonebook.ts'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Section } from '#ui/display/Facts.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { RowActions } from '#ui/list/RowActions.tsx'
import { useConfirm } from '#ui/overlay/confirm.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import style from './Phonebook.module.css'
import { phonebookAnswers, useLabels } from './phonebook.ts'

const tagAnswers = [contactLabelCalls.list, phonebookCalls.list]
const fieldAnswers = [contactLabelCalls.list, phonebookCalls.list, contactTaskCalls.list]

/** 标签与字段: the account's tags and custom fields for contacts. */
export function LabelsDrawer({ mayWrite, onClose }: { mayWrite: boolean; onClose: () => void }) {
  return (
    <DetailDrawer onClose={onClose} title="标签与字段">
      <TagsSection mayWrite={mayWrite} />
      <FieldsSection mayWrite={mayWrite} />
    </DetailDrawer>
  )
}

function TagsSection({ mayWrite }: { mayWrite: boolean }) {
  const confirm = useConfirm()
  const tags = useLabels().data?.tags ?? []
  const create = useAct(contactLabelCalls.createTag, { invalidates: tagAnswers })
  const rename = useAct(contactLabelCalls.renameTag, { invalidates: tagAnswers })
  const { offer } = useUndo()
  const remove = useAct(contactLabelCalls.removeTag, { invalidates: phonebookAnswers })
  /** What can't be undone is asked about first. */
  const removeTag = ({ id, name, note }: NamedRow) => {
    const act = () => remove.mutate({ tagId: id }, { onSuccess: ({ undoId }) => offer(`已删除标签“${name}”`, undoId) })
    const isLarge = (tags.find(tag => tag.tagId === id)?.contactCount ?? 0) > limits.undoCallRows
    const content = `${note}会去掉这个标签，不能恢复；联系人保留。`
    if (isLarge) confirm({ title: `删除标签“${name}”吗？`, content, okText: '删除' }, act)
    else act()
  }
  return (
    <Section title={`标签（${tags.length}/${limits.contactTags}）`}>
      {mayWrite ? (
        <NewName
          label="新标签的名称"
          rule={contactTagNameRule}
          most={limits.contactTagNameCharacters}
          act={create}
          onSave={name => create.mutateAsync({ name })}
        />
      ) : null}
      <Named
        rows={tags.map(tag => ({ id: tag.tagId, name: tag.name, note: `${thousands(tag.contactCount)} 人` }))}
        emptyText="还没有标签。可以按来源、喜好、消费给联系人加标签，再按标签筛选和群发。"
        rule={contactTagNameRule}
        mayWrite={mayWrite}
        error={rename.error ?? remove.error}
        onRename={(tagId, name) => rename.mutateAsync({ tagId, name })}
        onRemove={removeTag}
      />
    </Section>
  )
}

function FieldsSection({ mayWrite }: { mayWrite: boolean }) {
  const confirm = useConfirm()
  const fields = useLabels().data?.fields ?? []
  const create = useAct(contactLabelCalls.createField, { invalidates: fieldAnswers })
  const rename = useAct(contactLabelCalls.renameField, { invalidates: fieldAnswers })
  const remove = useAct(contactLabelCalls.removeField, { invalidates: fieldAnswers })
  return (
    <Section title={`自定义字段（${fields.length}/${limits.contactFields}）`}>
      {mayWrite && fields.length < limits.contactFields ? (
        <NewName
          label="新字段的名称"
          rule={contactFieldNameRule}
          most={limits.contactFieldNameCharacters}
          act={create}
          onSave={name => create.mutateAsync({ name })}
        />
      ) : null}
      <Named
        rows={fields.map(field => ({ id: String(field.fieldKey), name: field.name, note: '' }))}
        emptyText="还没有自定义字段。例如生日、会员等级；群发时可以填进模板的变量。"
        rule={contactFieldNameRule}
        mayWrite={mayWrite}
        error={rename.error ?? remove.error}
        onRename={(key, name) => rename.mutateAsync({ fieldKey: Number(key), name })}
        onRemove={({ id, name }) =>
          confirm({ title: `删除字段“${name}”吗？`, content: '所有联系人在这个字段里的内容会一起删除，不能恢复。', okText: '删除' }, () =>
            remove.mutate({ fieldKey: Number(id) }),
          )
        }
      />
    </Section>
  )
}

interface NewNameProps {
  label: string
  rule: z.ZodType
  most: number
  act: { isPending: boolean; error: { message: string } | null }
  onSave: (name: string) => Promise<unknown>
}

function NewName({ label, rule, most, act, onSave }: NewNameProps) {
  const [name, setName] = useState('')
  const [isTried, setTried] = useState(false)
  const wrong = ruleMessage(rule, name)
  const save = () => {
    setTried(true)
    if (wrong !== null) return
    void onSave(name).then(
      () => {
        setName('')
        setTried(false)
      },
      // Shown below the field.
      () => undefined,
    )
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
    >
      <Field label={label} error={isTried ? wrong : null} count={{ length: name.trim().length, most }}>
        {control => (
          <div className={style.create}>
            <Input {...control} value={name} onChange={event => setName(event.target.value)} />
            <Button type="primary" htmlType="submit" loading={act.isPending}>
              新建
            </Button>
          </div>
        )}
      </Field>
      <FormRefusal error={act.error} />
    </form>
  )
}

interface NamedRow {
  id: string
  name: string
  note: string
}
interface NamedProps {
  rows: NamedRow[]
  emptyText: string
  rule: z.ZodType
  mayWrite: boolean
  error: { message: string } | null
  onRename: (id: string, name: string) => Promise<unknown>
  onRemove: (row: NamedRow) => void
}

/** A list of names that are edited in place. */
function Named({ rows, emptyText, rule, mayWrite, error, onRename, onRemove }: NamedProps): ReactNode {
  const [renamed, setRenamed] = useState<string | null>(null)
  if (rows.length === 0) return <p className={style.note}>{emptyText}</p>
  return (
    <>
      <ul className={`${layout.list} ${style.groups}`}>
        {rows.map(row => (
          <li key={row.id}>
            {renamed === row.id ? (
              <Rename row={row} rule={rule} onSave={name => onRename(row.id, name)} onClose={() => setRenamed(null)} />
            ) : (
              <>
                <b>
                  {row.name} <small>{row.note}</small>
                </b>
                {mayWrite ? (
                  <RowActions
                    actions={[
                      { label: '改名', onClick: () => setRenamed(row.id) },
                      { label: '删除', isDanger: true, onClick: () => onRemove(row) },
                    ]}
                  />
                ) : null}
              </>
            )}
          </li>
        ))}
      </ul>
      <FormRefusal error={error} />
    </>
  )
}

interface RenameProps {
  row: NamedRow
  rule: z.ZodType
  onSave: (name: string) => Promise<unknown>
  onClose: () => void
}

function Rename({ row, rule, onSave, onClose }: RenameProps) {
  const [name, setName] = useState(row.name)
  const wrong = ruleMessage(rule, name)
  return (
    <form
      className={style.rename}
      onSubmit={event => {
        event.preventDefault()
        // A refusal is shown below the list.
        if (wrong === null) void onSave(name).then(onClose, () => undefined)
      }}
    >
      <div className={style.newName}>
        <Input
          autoFocus
          aria-label={`“${row.name}”的新名称`}
          status={wrong ? 'error' : ''}
          value={name}
          onChange={event => setName(event.target.value)}
        />
        {wrong ? (
          <div role="alert" className={style.wrong}>
            {wrong}
          </div>
        ) : null}
      </div>
      <Button type="primary" htmlType="submit">
        保存
      </Button>
      <Button onClick={onClose}>取消</Button>
    </form>
  )
}
