import { Button, Input } from 'antd'
import { useState } from 'react'
import { type OnlineChannel, onlineChannels, rechargeCalls, rechargePresets } from '#contract/recharge.ts'
import { amountRule } from '#contract/rules.ts'
import { formatYuan, parseYuan } from '#values/money.ts'
import { useAct, useCall } from '../../../call.ts'
import { useMe } from '../../../session.ts'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FormRefusal } from '../../../ui/FormRefusal.tsx'
import { ruleMessage } from '../../../ui/form-rules.ts'
import { PageHead } from '../../../ui/PageHead.tsx'
import { PageSkeleton } from '../../../ui/PageSkeleton.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useUrlState } from '../../../ui/url-state.ts'
import style from './Recharge.module.css'

/** How much, and by which gateway. The attempt is noted first; where to pay it stands on the next step. */
export function RechargeForm() {
  const channels = useCall(rechargeCalls.channels, {})
  const me = useMe().data
  const [, setAddress] = useUrlState({ id: '', out_trade_no: '' })
  const [amount, setAmount] = useState<string>(rechargePresets[1])
  const [chosen, setChosen] = useState<OnlineChannel | null>(null)
  const [isTried, setTried] = useState(false)
  const create = useAct(rechargeCalls.create, {
    invalidates: [rechargeCalls.list],
    onDone: ({ rechargeId }) => setAddress({ id: rechargeId, out_trade_no: '' }),
  })
  if (channels.error && !channels.data)
    return <ErrorPanel title="充值方式没能加载" error={channels.error} onRetry={() => void channels.refetch()} />
  if (!channels.data) return <PageSkeleton />
  const offered = channels.data.channels
  const channel = chosen ?? offered[0]
  const error = ruleMessage(amountRule, amount)
  const pay = () => {
    setTried(true)
    if (error !== null) return document.getElementById('amount')?.focus()
    if (channel) create.mutate({ channel, amount })
  }
  if (!channel)
    return (
      <>
        <PageHead title="充值" />
        <Panel title="在线充值暂未开通">
          <p className={style.note}>平台还没有接入支付通道，请联系平台客服充值。</p>
        </Panel>
      </>
    )
  return (
    <>
      <PageHead title="充值" note="充值的钱在消费后可以开票；没有消费的部分不能开票。" />
      <form
        className={style.form}
        onSubmit={event => {
          event.preventDefault()
          pay()
        }}
      >
        <Panel
          title="在线充值"
          note={
            me?.availableHao != null
              ? me.availableHao < 0
                ? `欠费 ${formatYuan(-me.availableHao)}，到账后先归还欠费`
                : `可用余额 ${formatYuan(me.availableHao)}`
              : undefined
          }
        >
          <Field label="充值金额" id="amount" error={isTried || amount !== '' ? error : null}>
            {({ status, ...control }) => (
              <Input
                {...control}
                status={status}
                className={style.amount}
                prefix="¥"
                inputMode="decimal"
                autoComplete="off"
                value={amount}
                onChange={event => {
                  create.reset()
                  setAmount(event.target.value.trim())
                }}
              />
            )}
          </Field>
          <div className={style.presets}>
            {rechargePresets.map(preset => (
              <Button
                key={preset}
                aria-pressed={amount === preset}
                type={amount === preset ? 'primary' : 'default'}
                onClick={() => setAmount(preset)}
              >
                {Number(preset).toLocaleString('en-US')} 元
              </Button>
            ))}
          </div>
          <Field label="支付方式" isGroup>
            {() => (
              <div className={style.channels}>
                {offered.map(one => (
                  <label key={one} className={style.channel}>
                    <input type="radio" name="channel" value={one} checked={one === channel} onChange={() => setChosen(one)} />
                    {onlineChannels[one]}
                  </label>
                ))}
              </div>
            )}
          </Field>
          <FormRefusal error={create.error} />
          <Button type="primary" size="large" htmlType="submit" loading={create.isPending}>
            {error === null ? `去支付 ${formatYuan(parseYuan(amount)!)}` : '去支付'}
          </Button>
        </Panel>
      </form>
    </>
  )
}
