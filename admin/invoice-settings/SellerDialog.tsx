import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { PlainDialog } from '#admin/invoices/PlainDialog.tsx'
import { adminInvoiceSettingCalls, sellerContent } from '#contract/invoicing/admin-invoice-setting.ts'
import { Field } from '#ui/form/Field.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { haoPerYuan } from '#values/money.ts'
import { type Settings, settingAnswers } from './setting.ts'

const rules = z.object(sellerContent)
type Draft = Required<z.input<typeof rules>>
type TextName = Exclude<keyof Draft, 'offersPrint'>

const fields: readonly { name: TextName; label: string; isOptional?: boolean }[] = [
  { name: 'name', label: '销售方名称' },
  { name: 'taxNumber', label: '纳税人识别号' },
  { name: 'address', label: '地址', isOptional: true },
  { name: 'phone', label: '电话', isOptional: true },
  { name: 'bankName', label: '开户银行', isOptional: true },
  { name: 'bankAccount', label: '银行账号', isOptional: true },
  { name: 'issuer', label: '开票人' },
  { name: 'limit', label: '单张限额（元）' },
]

/** The seller on invoices. */
export function SellerDialog({ seller, onClose }: { seller: Settings['seller']; onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>(() => {
    if (!seller)
      return {
        name: '',
        taxNumber: '',
        address: '',
        phone: '',
        bankName: '',
        bankAccount: '',
        issuer: '',
        limit: '100000',
        offersPrint: false,
      }
    const { limitHao, ...rest } = seller
    return { ...rest, limit: String(limitHao / haoPerYuan) }
  })
  const [isTried, setTried] = useState(false)
  const save = useDialogAct(adminInvoiceSettingCalls.setSeller, { invalidates: settingAnswers, done: '已保存销售方信息', onClose })
  const issues = rules.safeParse(draft).error?.issues ?? []
  const submit = () => {
    setTried(true)
    if (issues.length === 0) save.mutate(draft)
  }
  return (
    <PlainDialog
      words={{ name: '保存', text: '之后开具的发票按这里的信息；已开具的发票不变。' }}
      act={save}
      onSubmit={submit}
      onClose={onClose}
    >
      {fields.map(({ name, label, isOptional }) => (
        <Field
          key={name}
          label={label}
          isOptional={isOptional ?? false}
          error={save.error?.fields[name] ?? (isTried ? (issues.find(issue => issue.path[0] === name)?.message ?? null) : null)}
        >
          {control => (
            <Input {...control} value={draft[name]} onChange={event => setDraft(before => ({ ...before, [name]: event.target.value }))} />
          )}
        </Field>
      ))}
      <Checkbox checked={draft.offersPrint} onChange={event => setDraft(before => ({ ...before, offersPrint: event.target.checked }))}>
        提供纸质专票
      </Checkbox>
    </PlainDialog>
  )
}
