import { AutoComplete, Button, Input } from 'antd'
import { useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { bankCalls, claimRules } from '#contract/payments/bank.ts'
import { useAct } from '#ui/call.ts'
import { DayInput } from '#ui/form/DayInput.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import type { PrivateFile } from '#ui/private-file.ts'
import { chinaDay } from '#values/china-time.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import style from './Recharge.module.css'
import { SlipField } from './SlipField.tsx'

type Account = CallAnswerWire<typeof bankCalls.account>
type Claim = CallAnswerWire<typeof bankCalls.one>

interface ClaimFormProps {
  account: Account
  /** A claim that staff asked more details of. */
  claim?: Claim
  onDone: (claimId: string) => void
}

const first = (account: Account, claim: Claim | undefined) => ({
  payerName: claim?.payerName ?? account.attestedName ?? '',
  payerAccount: claim?.payerAccount ?? '',
  amount: claim ? (claim.amountHao / 10_000).toFixed(2) : '',
  paidOn: claim?.paidOn ?? chinaDay(Date.now()),
  remark: claim?.remark ?? '',
})
type Typed = ReturnType<typeof first>
type Name = keyof Typed

/** 汇款认领: the slip's data and picture. */
export function ClaimForm({ account, claim, onDone }: ClaimFormProps) {
  const [typed, setTyped] = useState(() => first(account, claim))
  const [slip, setSlip] = useState<PrivateFile | null>(claim?.slip ?? null)
  const [isTried, setTried] = useState(false)
  const invalidates = [bankCalls.list, bankCalls.one]
  const create = useAct(bankCalls.claim, { invalidates, onDone: ({ claimId }) => onDone(claimId) })
  const resubmit = useAct(bankCalls.resubmit, { invalidates, onDone: ({ claimId }) => onDone(claimId) })
  const act = claim ? resubmit : create
  const fieldErrors: Partial<Record<string, string>> = act.error?.fields ?? {}
  const set = (name: Name) => (value: string) => {
    act.reset()
    setTyped(known => ({ ...known, [name]: value }))
  }
  const problemOf = (name: Name) => ruleMessage(claimRules[name], typed[name])
  const errorOf = (name: Name) => fieldErrors[name] ?? (isTried ? problemOf(name) : null)
  const submit = () => {
    setTried(true)
    const wrong = keysOf(typed).find(name => problemOf(name) !== null) ?? (slip ? undefined : 'slip')
    if (wrong !== undefined || !slip) return document.getElementById(`${wrong}`)?.focus()
    const input = { ...typed, slipId: slip.fileId }
    if (claim) resubmit.mutate({ ...input, claimId: claim.claimId })
    else create.mutate(input)
  }
  const names = [account.attestedName, ...account.payerNames].filter(name => name !== null)
  const today = chinaDay(Date.now())
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={style.fields}>
        <Field label="汇款户名" id="payerName" error={errorOf('payerName')}>
          {control => (
            <AutoComplete
              {...control}
              style={{ width: '100%' }}
              value={typed.payerName}
              options={names.map(value => ({ value }))}
              onChange={set('payerName')}
            />
          )}
        </Field>
        <Field label="汇款账号" id="payerAccount" error={errorOf('payerAccount')}>
          {control => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={typed.payerAccount}
              onChange={event => set('payerAccount')(event.target.value)}
            />
          )}
        </Field>
        <Field label="汇款金额" id="amount" error={errorOf('amount')}>
          {control => (
            <Input
              {...control}
              prefix="¥"
              inputMode="decimal"
              autoComplete="off"
              value={typed.amount}
              onChange={event => set('amount')(event.target.value.trim())}
            />
          )}
        </Field>
        <Field label="汇款日期" id="paidOn" error={errorOf('paidOn')} hint={`最近${limits.claimDays}天内`}>
          {control => <DayInput control={control} value={typed.paidOn} onChange={set('paidOn')} most={today} />}
        </Field>
      </div>
      <SlipField
        slip={slip}
        error={fieldErrors.slipId ?? (isTried && !slip ? '请上传银行回单' : null)}
        onChange={next => {
          act.reset()
          setSlip(next)
        }}
      />
      <Field label="备注" id="remark" isOptional error={errorOf('remark')}>
        {control => <Input {...control} value={typed.remark} onChange={event => set('remark')(event.target.value)} />}
      </Field>
      <FormRefusal error={act.error} />
      <Button type="primary" htmlType="submit" loading={act.isPending}>
        {claim ? '重新提交' : '提交认领'}
      </Button>
    </form>
  )
}
