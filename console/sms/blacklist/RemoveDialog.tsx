import { Input } from 'antd'
import { useState } from 'react'
import { useUndo } from '#console/shared/undo/use-undo.tsx'
import { blacklistCalls, consentRule, removalReasonRule } from '#contract/blacklist/blacklist.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Field } from '#ui/form/Field.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { limits } from '#values/limits.ts'
import { blacklistAnswers, countsOf, type RemovalTarget } from './blacklist.ts'

interface RemoveDialogProps {
  target: RemovalTarget
  onClose: () => void
  onDone: () => void
}

type Removed = CallAnswerWire<typeof blacklistCalls.remove>

function titleOf(target: RemovalTarget): string {
  const [first, ...others] = 'rows' in target ? target.rows : []
  if (first && others.length === 0) return `移除号码 ${first.phone}`
  const { count, complaintCount } = countsOf(target)
  return `移除 ${thousands(count - complaintCount)} 个号码`
}

/** Removes numbers with a reason; those that opted out by themselves need a new consent, complaints are kept. */
export function RemoveDialog({ target, onClose, onDone }: RemoveDialogProps) {
  const { offer } = useUndo()
  const [reason, setReason] = useState('')
  const [consent, setConsent] = useState('')
  const [isTried, setTried] = useState(false)
  const done = {
    invalidates: blacklistAnswers,
    onDone: ({ removedCount, keptCount, undoId }: Removed) => {
      const kept = keptCount > 0 ? `，${thousands(keptCount)} 个因投诉加入，没有移除` : ''
      offer(`已移除 ${thousands(removedCount)} 个号码${kept}`, undoId)
      onDone()
    },
  }
  const removeRows = useAct(blacklistCalls.remove, done)
  const removeMatching = useAct(blacklistCalls.removeMatching, done)
  const { count, ownCount, complaintCount } = countsOf(target)
  const wrong = ruleMessage(removalReasonRule, reason)
  const asksConsent = ownCount > 0
  const consentWrong = asksConsent ? ruleMessage(consentRule, consent) : null
  const confirm = () => {
    setTried(true)
    if (wrong !== null || consentWrong !== null) return
    if ('filter' in target) removeMatching.mutate({ filter: target.filter, count, reason, consent })
    else removeRows.mutate({ blacklistIds: target.rows.map(row => row.blacklistId), reason, consent })
  }
  return (
    <AskDialog
      title={titleOf(target)}
      okText="移除"
      isDanger
      act={'filter' in target ? removeMatching : removeRows}
      onOk={confirm}
      onClose={onClose}
    >
      <p>移除后，这些号码可以重新收到您的推广短信。移除的记录会保留，供核查。</p>
      {complaintCount > 0 ? <p>其中 {thousands(complaintCount)} 个因投诉加入，不能移除，会留在名单里。</p> : null}
      <Field
        label="移除原因"
        error={isTried ? wrong : null}
        hint="例如：客户来电要求恢复"
        count={{ length: reason.trim().length, most: limits.blacklistReasonCharacters }}
      >
        {control => <Input {...control} value={reason} onChange={event => setReason(event.target.value)} />}
      </Field>
      {asksConsent ? (
        <Field
          label="收件人重新同意的凭证"
          error={isTried ? consentWrong : null}
          hint={`其中有对方自行退订的号码。不少于${limits.consentMinCharacters}个字，写明何时、以何种方式取得同意，例如：11月20日来电要求恢复，工号07接听`}
          count={{ length: consent.trim().length, most: limits.consentCharacters }}
        >
          {control => <Input.TextArea {...control} rows={3} value={consent} onChange={event => setConsent(event.target.value)} />}
        </Field>
      ) : null}
    </AskDialog>
  )
}
