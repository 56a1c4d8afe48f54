import { Button, Checkbox, Radio, Select } from 'antd'
import { useState } from 'react'
import { watchTask } from '#console/shared/tasks/watched.ts'
import { contactLabelCalls } from '#contract/recipients/contact-label.ts'
import { contactTaskCalls } from '#contract/recipients/contact-task.ts'
import { useAct } from '#ui/call.ts'
import { Section } from '#ui/display/Facts.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { searchOf } from '#ui/form/select-search.ts'
import { UnsavedWarning } from '#ui/form/UnsavedWarning.tsx'
import { useLeave } from '#ui/form/use-leave.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { mergeRuleTexts } from '../../shared/labels/recipients.ts'
import { FileDrop, megabytes } from '../broadcast/recipients/FileDrop.tsx'
import { columnOptions, SampleTable } from '../broadcast/recipients/MappingForm.tsx'
import type { Upload } from '../broadcast/recipients/send-file.ts'
import { ConsentField } from './ConsentField.tsx'
import { TagsField } from './ContactFields.tsx'
import { GroupField } from './GroupField.tsx'
import { chooseColumn, firstDraft, type ImportDraft, importInput, targetsOf, unusedColumns } from './import-mapping.ts'
import { useIntoGroup } from './into-group.ts'
import style from './Phonebook.module.css'
import type { FieldRow, GroupRow, TagRow } from './phonebook.ts'

interface ImportDrawerProps {
  groups: GroupRow[]
  tags: TagRow[]
  fields: FieldRow[]
  /** Preselected. */
  groupId: string | undefined
  onStarted: () => void
  onClose: () => void
}

/** 导入联系人: a file, its column mapping, and the handling of existing numbers; the rest runs in the background. */
export function ImportDrawer({ onClose, ...props }: ImportDrawerProps) {
  const [upload, setUpload] = useState<Upload | null>(null)
  const leave = useLeave(upload !== null, onClose)
  if (upload) return <Mapping key={upload.uploadId} upload={upload} onReplace={() => setUpload(null)} onClose={leave} {...props} />
  return (
    <DetailDrawer onClose={onClose} title="导入联系人">
      <FileDrop
        sample={() =>
          new Blob(['\ufeff手机号,姓名,标签,备注\r\n13800138000,张女士,老客户,喜欢龙井\r\n13900139000,李先生,,\r\n'], { type: 'text/csv' })
        }
        hint="一行一个联系人，手机号必填；姓名、标签、备注和自定义字段各占一列。"
        onUpload={setUpload}
      />
    </DetailDrawer>
  )
}

type MappingProps = Omit<ImportDrawerProps, 'onClose'> & { upload: Upload; onReplace: () => void; onClose: () => void }

function Mapping({ upload, groups, tags, fields, groupId, onReplace, onStarted, onClose }: MappingProps) {
  const [draft, setDraft] = useState(() => firstDraft(upload, fields))
  // No group is preselected: a list usually becomes a group of its own.
  const group = useIntoGroup(groupId ?? null)
  const [isTried, setTried] = useState(false)
  const start = useAct(contactTaskCalls.importFile, {
    invalidates: [contactTaskCalls.list],
    onDone: ({ taskId }) => {
      watchTask('contacts', taskId)
      onStarted()
    },
  })
  const change = (next: Partial<ImportDraft>) => setDraft({ ...draft, ...next })
  const hasPhone = draft.columns.phone !== undefined
  const save = () => {
    setTried(true)
    if (!hasPhone || group.problem !== null) return
    group.into(groupId => {
      const input = importInput(upload.uploadId, groupId, draft)
      if (input) start.mutate(input)
    })
  }
  return (
    <DetailDrawer
      onClose={onClose}
      title="导入联系人"
      actions={
        <>
          <Button onClick={onReplace}>更换文件</Button>
          <Button type="primary" loading={group.isPending || start.isPending} onClick={save}>
            开始导入
          </Button>
        </>
      }
    >
      <UnsavedWarning isUnsaved text="文件还没有开始导入，离开后需要重新上传。" />
      <p className={`${layout.flush} ${layout.below12} ${layout.anywhere}`}>
        <b>{upload.fileName}</b> <span className={style.note}>{megabytes(upload.byteCount)}</span>
      </p>
      <SampleTable upload={upload} mapping={{ hasHeader: draft.hasHeader, phoneColumn: draft.columns.phone ?? null }} />
      <p>
        <Checkbox checked={draft.hasHeader} onChange={event => change({ hasHeader: event.target.checked })}>
          第一行是标题，不是联系人
        </Checkbox>
      </p>
      <Section title="各列的内容">
        <Columns upload={upload} draft={draft} fields={fields} isTried={isTried} onChange={change} />
      </Section>
      <Section title="导入到">
        <GroupField groups={groups} chosen={group.chosen} error={isTried ? group.problem : null} onChange={group.choose} />
        <Field label="号码在分组里已有时" isGroup hint={mergeRuleTexts[draft.rule].note}>
          {() => (
            <Radio.Group value={draft.rule} options={optionsOf(mergeRuleTexts)} onChange={event => change({ rule: event.target.value })} />
          )}
        </Field>
        <TagsField label="都加上标签" tags={tags} tagIds={draft.tagIds} onChange={tagIds => change({ tagIds })} />
        <ConsentField
          consent={draft.consent}
          hint="文件里的人都以同一种方式同意过接收推广时才选；推广短信只能发给同意接收的人"
          onChange={consent => change({ consent })}
        />
      </Section>
      <FormRefusal error={group.error ?? start.error} />
    </DetailDrawer>
  )
}

interface ColumnsProps {
  upload: Upload
  draft: ImportDraft
  fields: FieldRow[]
  isTried: boolean
  onChange: (next: Partial<ImportDraft>) => void
}

/** The column mapping; unmapped columns can become a new field. */
function Columns({ upload, draft, fields, isTried, onChange }: ColumnsProps) {
  const create = useAct(contactLabelCalls.createField, { invalidates: [contactLabelCalls.list] })
  const unused = unusedColumns(upload, draft).filter(({ name }) => name.length <= limits.contactFieldNameCharacters)
  const make = (column: number, name: string) =>
    create.mutate(
      { name },
      { onSuccess: ({ fieldKey }) => onChange({ columns: chooseColumn(draft.columns, `field:${fieldKey}`, column) }) },
    )
  return (
    <>
      <div className={style.pair}>
        {targetsOf(fields).map(({ target, name }) => (
          <Field
            key={target}
            label={name}
            isOptional={target !== 'phone'}
            error={target === 'phone' && isTried && draft.columns.phone === undefined ? '请选择手机号所在的列' : null}
          >
            {({ id, status }) => (
              <Select
                id={id}
                status={status}
                style={{ width: '100%' }}
                placeholder={target === 'phone' ? '选择列' : '不导入'}
                allowClear={target !== 'phone'}
                showSearch={searchOf(upload.shape.columns)}
                value={draft.columns[target] ?? null}
                options={columnOptions(upload.shape)}
                onChange={column => onChange({ columns: chooseColumn(draft.columns, target, column ?? undefined) })}
              />
            )}
          </Field>
        ))}
      </div>
      {draft.hasHeader && unused.length > 0 && fields.length < limits.contactFields ? (
        <p className={layout.line}>
          <span className={style.note}>没有用到的列可以新建为字段：</span>
          {unused.map(({ column, name }) => (
            <Button key={column} size="small" type="dashed" disabled={create.isPending} onClick={() => make(column, name)}>
              + {name}
            </Button>
          ))}
        </p>
      ) : null}
      <FormRefusal error={create.error} />
    </>
  )
}
