import { Button, Input } from 'antd'
import { useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { bankCalls, payerNameRule } from '#contract/payments/bank.ts'
import { useAct } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { useMay } from '../../../session.ts'
import style from './Recharge.module.css'

/** Payer names of the account: its attested one, and a few registered ones. */
export function PayerNames({ account }: { account: CallAnswerWire<typeof bankCalls.account> }) {
  const mayPay = useMay('finance.write')
  const remove = useAct(bankCalls.removePayer, { invalidates: [bankCalls.account] })
  return (
    <>
      <ul className={style.payers}>
        <li>
          <span>
            {account.attestedName ?? '还没有通过实名认证'}
            {account.attestedName ? <span className={style.soft}>实名</span> : null}
          </span>
        </li>
        {account.payerNames.map(name => (
          <li key={name}>
            <span>{name}</span>
            {mayPay ? (
              <Button
                type="link"
                size="small"
                loading={remove.isPending}
                aria-label={`删除户名${name}`}
                onClick={() => remove.mutate({ name })}
              >
                删除
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <FormRefusal error={remove.error} />
      {mayPay && account.payerNames.length < limits.payerNames ? <AddPayerName /> : null}
    </>
  )
}

function AddPayerName() {
  const [name, setName] = useState('')
  const [isTried, setTried] = useState(false)
  const add = useAct(bankCalls.addPayer, {
    invalidates: [bankCalls.account],
    onDone: () => {
      setName('')
      setTried(false)
    },
  })
  const problem = ruleMessage(payerNameRule, name)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (problem === null) add.mutate({ name })
      }}
    >
      <Field label="登记其他户名" error={isTried ? problem : null} hint={`最多${limits.payerNames}个，如分公司或财务人员。`}>
        {control => (
          <div className={`${layout.beside} ${layout.top} ${style.inline}`}>
            <Input
              {...control}
              value={name}
              onChange={event => {
                add.reset()
                setName(event.target.value)
              }}
            />
            <Button htmlType="submit" loading={add.isPending}>
              登记
            </Button>
          </div>
        )}
      </Field>
      <FormRefusal error={add.error} />
    </form>
  )
}
