import { Input } from 'antd'
import { useState } from 'react'
import { useUndo } from '#console/shared/undo/use-undo.tsx'
import { blacklistCalls, consentRule, removalReasonRule } from '#contract/blacklist/blacklist.ts'
import { AskDialog } from '#ui/AskDialog.tsx'
import { useAct } from '#ui/call.ts'
import { Field } from '#ui/Field.tsx'
import { ruleMessage } from '#ui/form-rules.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { type BlacklistRow, blacklistAnswers, needsConsent } from './blacklist.ts'

interface RemoveDialogProps {
  rows: BlacklistRow[]
  onClose: () => void
  onDone: () => void
}

/** Removes numbers with a reason; those that opted out by themselves need a new consent. */
export function RemoveDialog({ rows, onClose, onDone }: RemoveDialogProps) {
  const { offer } = useUndo()
  const [reason, setReason] = useState('')
  const [consent, setConsent] = useState('')
  const [isTried, setTried] = useState(false)
  const remove = useAct(blacklistCalls.remove, {
    invalidates: blacklistAnswers,
    onDone: ({ removedCount, undoId }) => {
      offer(`已移除 ${removedCount} 个号码`, undoId)
      onDone()
    },
  })
  const wrong = ruleMessage(removalReasonRule, reason)
  const asksConsent = needsConsent(rows)
  const consentWrong = asksConsent ? ruleMessage(consentRule, consent) : null
  const confirm = () => {
    setTried(true)
    if (wrong !== null || consentWrong !== null) return
    remove.mutate({ blacklistIds: rows.map(row => row.blacklistId), reason, consent })
  }
  return (
    <AskDialog
      title={rows.length === 1 ? `移除号码 ${firstOrThrow(rows).phone}` : `移除 ${rows.length} 个号码`}
      okText="移除"
      isDanger
      act={remove}
      onOk={confirm}
      onClose={onClose}
    >
      <p>移除后，这些号码可以重新收到您的推广短信。移除的记录会保留，供核查。</p>
      <Field
        label="移除原因"
        error={isTried ? wrong : null}
        hint="例如：客户来电要求恢复"
        count={{ length: reason.trim().length, most: limits.blacklistReasonCharacters }}
      >
        {control => <Input {...control} value={reason} onChange={event => setReason(event.target.value)} onPressEnter={confirm} />}
      </Field>
      {asksConsent ? (
        <Field
          label="收件人重新同意的凭证"
          error={isTried ? consentWrong : null}
          hint="其中有对方自行退订的号码。写明何时、以何种方式取得同意，例如：11月20日来电要求恢复，工号07接听"
          count={{ length: consent.trim().length, most: limits.consentCharacters }}
        >
          {control => <Input.TextArea {...control} rows={3} value={consent} onChange={event => setConsent(event.target.value)} />}
        </Field>
      ) : null}
    </AskDialog>
  )
}
