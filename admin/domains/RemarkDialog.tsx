import { Input } from 'antd'
import { useState } from 'react'
import { adminDomainCalls } from '#contract/links/admin-domain.ts'
import { Field } from '#ui/form/Field.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { limits } from '#values/limits.ts'
import type { RuleRow } from './domain.ts'

/** The remark on a domain of the list. */
export function RemarkDialog({ row, onClose }: { row: RuleRow; onClose: () => void }) {
  const [remark, setRemark] = useState(row.remark)
  const act = useDialogAct(adminDomainCalls.remark, { invalidates: [adminDomainCalls.list], done: '备注已保存', onClose })
  return (
    <AskDialog
      title={`${row.domain} 的备注`}
      okText="保存"
      act={act}
      onOk={() => act.mutate({ domain: row.domain, remark: remark.trim() })}
      onClose={onClose}
    >
      <Field label="备注" count={{ length: remark.trim().length, most: limits.remarkCharacters }} error={act.error?.fields.remark ?? null}>
        {control => <Input.TextArea {...control} autoFocus rows={3} value={remark} onChange={event => setRemark(event.target.value)} />}
      </Field>
    </AskDialog>
  )
}
