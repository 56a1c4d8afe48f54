import { Input } from 'antd'
import { useState } from 'react'
import { emailRule, invoiceEmailCalls } from '#contract/invoicing/invoice-delivery.ts'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { limits } from '#values/limits.ts'
import { emailAnswers } from './express.ts'

/** Adds a mailbox; a letter with a verification link is sent at once. */
export function EmailForm({ onClose }: { onClose: () => void }) {
  const [address, setAddress] = useState('')
  const [remark, setRemark] = useState('')
  const [isTried, setTried] = useState(false)
  const add = useDialogAct(invoiceEmailCalls.add, { invalidates: emailAnswers, done: '验证邮件已发送，请收件人打开其中的链接', onClose })
  const wrong = ruleMessage(emailRule, address)
  const save = () => {
    setTried(true)
    if (wrong === null) add.mutate({ address, remark })
  }
  return (
    <Dialog open title="添加收票邮箱" okText="发送验证邮件" cancelText="返回" confirmLoading={add.isPending} onOk={save} onCancel={onClose}>
      <Field
        label="邮箱"
        error={add.error?.fields.address ?? (isTried ? wrong : null)}
        hint={`会收到一封带链接的邮件，${limits.invoiceEmailLinkHours}小时内打开并确认后可用`}
      >
        {control => (
          <Input
            {...control}
            autoFocus
            type="email"
            autoComplete="email"
            value={address}
            onChange={event => {
              setAddress(event.target.value)
              if (add.error) add.reset()
            }}
          />
        )}
      </Field>
      <Field label="备注" isOptional hint="例如：财务王会计" count={{ length: remark.length, most: limits.invoiceEmailRemarkCharacters }}>
        {control => (
          <Input
            {...control}
            maxLength={limits.invoiceEmailRemarkCharacters}
            value={remark}
            onChange={event => setRemark(event.target.value)}
          />
        )}
      </Field>
      <FormRefusal error={add.error} />
    </Dialog>
  )
}
