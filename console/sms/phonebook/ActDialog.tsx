import { App, Select } from 'antd'
import { useState } from 'react'
import { contactTaskCalls } from '#contract/contact-task.ts'
import { phonebookCalls } from '#contract/phonebook.ts'
import { useAct } from '../../call.ts'
import { thousands } from '../../ui/Count.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormRefusal } from '../../ui/FormRefusal.tsx'
import { type ContactRow, type GroupRow, groupOptions, phonebookAnswers, type TagRow, toldAs, type WireFilter } from './phonebook.ts'

export type ActKind = 'move' | 'copy' | 'tag' | 'untag' | 'delete'
/** Ticked contacts, or all that fit a filter. */
export type ActTarget = { rows: ContactRow[] } | { filter: WireFilter; count: number }

interface ActDialogProps {
  kind: ActKind
  target: ActTarget
  groups: GroupRow[]
  tags: TagRow[]
  onClose: () => void
  onDone: () => void
  /** It goes on in the background. */
  onStarted: () => void
}

const words = {
  move: { verb: '移动', label: '移到分组', missing: '请选择分组', hint: '该分组里已有同一个号码的，留在原来的分组' },
  copy: {
    verb: '复制',
    label: '复制到分组',
    missing: '请选择分组',
    hint: '姓名、字段、标签和同意记录一起复制；该分组里已有同一个号码的不复制',
  },
  tag: { verb: '加标签', label: '要加的标签', missing: '请选择标签', hint: '已有这个标签的不受影响' },
  untag: { verb: '去标签', label: '要去掉的标签', missing: '请选择标签', hint: '联系人保留，只去掉这个标签' },
  delete: { verb: '删除', label: '', missing: '', hint: '' },
} as const

/** One act on ticked contacts at once, or on all that fit the filter as a task. */
export function ActDialog({ kind, target, groups, tags, onClose, onDone, onStarted }: ActDialogProps) {
  const { message } = App.useApp()
  const [chosen, setChosen] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const said = (text: string) => {
    void message.success(text)
    onDone()
  }
  const move = useAct(phonebookCalls.move, {
    invalidates: phonebookAnswers,
    onDone: ({ movedCount, stayedCount }) => said(`已移动 ${movedCount} 个联系人${stayedText(stayedCount, '移动')}`),
  })
  const copy = useAct(phonebookCalls.copy, {
    invalidates: phonebookAnswers,
    onDone: ({ copiedCount, stayedCount }) => said(`已复制 ${copiedCount} 个联系人${stayedText(stayedCount, '复制')}`),
  })
  const tag = useAct(phonebookCalls.tag, {
    invalidates: phonebookAnswers,
    onDone: ({ changedCount }, { isTagged }) =>
      said(isTagged ? `已给 ${changedCount} 个联系人加上标签` : `已从 ${changedCount} 个联系人去掉标签`),
  })
  const remove = useAct(phonebookCalls.remove, {
    invalidates: phonebookAnswers,
    onDone: ({ removedCount }) => said(`已删除 ${thousands(removedCount)} 个联系人`),
  })
  const start = useAct(contactTaskCalls.start, { invalidates: [contactTaskCalls.list], onDone: onStarted })
  const acts = [move, copy, tag, remove, start]

  const confirm = () => {
    setTried(true)
    if (kind !== 'delete' && chosen === null) return
    const to = chosen ?? ''
    if ('filter' in target) {
      const { filter } = target
      if (kind === 'delete') return start.mutate({ act: { kind, filter } })
      return start.mutate({ act: kind === 'tag' || kind === 'untag' ? { kind, filter, tagId: to } : { kind, filter, groupId: to } })
    }
    const contactIds = target.rows.map(row => row.contactId)
    if (kind === 'delete') return remove.mutate({ contactIds })
    if (kind === 'move') return move.mutate({ contactIds, groupId: to })
    if (kind === 'copy') return copy.mutate({ contactIds, groupId: to })
    return tag.mutate({ contactIds, tagId: to, isTagged: kind === 'tag' })
  }
  const isTag = kind === 'tag' || kind === 'untag'
  const options = isTag ? tags.map(({ tagId, name }) => ({ value: tagId, label: name })) : groupOptions(groups)
  const { verb, label, missing, hint } = words[kind]
  const told = 'rows' in target ? toldAs(target.rows) : `符合条件的全部 ${thousands(target.count)} 个联系人`
  const none = isTag ? '还没有标签，请先在“标签与字段”里新建' : '还没有其他分组，请先在“分组管理”里新建'
  return (
    <Dialog
      open
      title={kind === 'delete' ? `删除${told}吗？` : `${isTag ? `给${told}${verb}` : `${verb}${told}`}`}
      okText={verb}
      cancelText="返回"
      okButtonProps={{ danger: kind === 'delete', disabled: kind !== 'delete' && options.length === 0 }}
      confirmLoading={acts.some(act => act.isPending)}
      onOk={confirm}
      onCancel={onClose}
    >
      {kind === 'delete' ? (
        <p>删除后不能恢复。发送记录和黑名单不受影响。</p>
      ) : (
        <Field label={label} error={isTried && chosen === null ? missing : null} hint={options.length === 0 ? none : hint}>
          {({ id, status }) => (
            <Select
              id={id}
              status={status}
              style={{ width: '100%' }}
              placeholder={missing.replace('请', '')}
              showSearch={{ optionFilterProp: 'label' }}
              value={chosen}
              options={options}
              onChange={setChosen}
            />
          )}
        </Field>
      )}
      {'filter' in target ? <p>在后台进行，可以先去做别的；在“管理”的“任务与结果”里看进度、取消。</p> : null}
      <FormRefusal error={acts.find(act => act.error)?.error ?? null} />
    </Dialog>
  )
}

const stayedText = (count: number, verb: string) => (count > 0 ? `，${count} 个的号码在该分组里已有，没有${verb}` : '')
