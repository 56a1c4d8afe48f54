import { Select } from 'antd'
import { useState } from 'react'
import { thousands } from '#ui/display/Count.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { useTypedCount } from '#ui/form/TypedCount.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { limits } from '#values/limits.ts'
import { type ActTarget, type MovingKind, useContactActs } from './contact-acts.ts'
import { describeRows, type GroupRow, groupOptions, type TagRow } from './phonebook.ts'

interface ActDialogProps {
  kind: MovingKind
  target: ActTarget
  groups: GroupRow[]
  tags: TagRow[]
  onClose: () => void
  onDone: () => void
  /** It continues in the background. */
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

/** Whether so many can be restored. */
const undoNote = (count: number) =>
  count > limits.undoActRows
    ? `超过 ${thousands(limits.undoActRows)} 个，删除后不能恢复。`
    : `删除后 ${limits.undoHours} 小时内可以在“任务与结果”里撤销。`

/** One act on ticked contacts at once, or on all that match the filter as a task. */
export function ActDialog({ kind, target, groups, tags, onClose, onDone, onStarted }: ActDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const { act, isPending, error } = useContactActs({ onDone, onStarted })
  const typed = useTypedCount(kind === 'delete' ? ('rows' in target ? target.rows.length : target.count) : 0)
  const confirm = () => {
    setTried(true)
    typed.try()
    if (!typed.isGiven) return
    if (kind === 'delete' || chosen !== null) act(kind, target, chosen ?? '')
  }
  const isTag = kind === 'tag' || kind === 'untag'
  const options = isTag ? tags.map(({ tagId, name }) => ({ value: tagId, label: name })) : groupOptions(groups)
  const { verb, label, missing, hint } = words[kind]
  const targetText = 'rows' in target ? describeRows(target.rows) : `符合条件的全部 ${thousands(target.count)} 个联系人`
  const none = isTag ? '还没有标签，请先在“标签与字段”里新建' : '还没有其他分组，请先在“分组管理”里新建'
  return (
    <Dialog
      open
      title={kind === 'delete' ? `删除${targetText}吗？` : `${isTag ? `给${targetText}${verb}` : `${verb}${targetText}`}`}
      okText={verb}
      cancelText="返回"
      okButtonProps={{ danger: kind === 'delete', disabled: kind !== 'delete' && options.length === 0 }}
      confirmLoading={isPending}
      onOk={confirm}
      onCancel={onClose}
    >
      {kind === 'delete' ? (
        <>
          <p>{'filter' in target ? undoNote(target.count) : null}发送记录和黑名单不受影响。</p>
          {typed.field}
        </>
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
      <FormRefusal error={error} />
    </Dialog>
  )
}
