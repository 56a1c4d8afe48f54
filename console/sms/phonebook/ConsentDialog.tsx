import { Checkbox } from 'antd'
import { useState } from 'react'
import { thousands } from '#ui/display/Count.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { ConsentField } from './ConsentField.tsx'
import { type ActTarget, useContactActs } from './contact-acts.ts'
import { describeRows, type WireConsent } from './phonebook.ts'

interface ConsentDialogProps {
  target: ActTarget
  onClose: () => void
  onDone: () => void
  /** It continues in the background. */
  onStarted: () => void
}

/** Records marketing consent of ticked contacts or of all that match the filter, on the member's declaration. */
export function ConsentDialog({ target, onClose, onDone, onStarted }: ConsentDialogProps) {
  const [consent, setConsent] = useState<WireConsent | null>({ kind: 'form', note: '', at: null })
  const [isDeclared, setDeclared] = useState(false)
  const { declare, isPending, error } = useContactActs({ onDone, onStarted })
  const targetText = 'rows' in target ? describeRows(target.rows) : `符合条件的全部 ${thousands(target.count)} 个联系人`
  return (
    <Dialog
      open
      title={`给${targetText}登记同意接收推广`}
      okText="登记同意"
      cancelText="返回"
      okButtonProps={{ disabled: !isDeclared || consent === null }}
      confirmLoading={isPending}
      onOk={() => consent && declare(target, consent)}
      onCancel={onClose}
    >
      <ConsentField consent={consent} onChange={setConsent} />
      <p>
        <Checkbox checked={isDeclared} onChange={event => setDeclared(event.target.checked)}>
          我声明：这些人都已明确同意接收推广短信，并能在需要时提供凭证。登记会记入操作日志。
        </Checkbox>
      </p>
      <p>已登记过同意的保持原样。{'filter' in target ? '在后台进行，可以先去做别的；在“管理”的“任务与结果”里看进度、取消。' : ''}</p>
      <FormRefusal error={error} />
    </Dialog>
  )
}
