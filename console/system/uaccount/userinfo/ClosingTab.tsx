import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { blockers, closingCalls } from '#contract/closing/closing.ts'
import { useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Field } from '#ui/form/Field.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { formatYuan } from '#values/money.ts'
import { FormDialog } from './FormDialog.tsx'
import style from './Userinfo.module.css'

type Closing = CallAnswerWire<typeof closingCalls.read>

/** 注销账户: blockers, losses, the cooling-off period, and how to cancel. */
export function ClosingTab() {
  const query = useCall(closingCalls.read, {})
  if (!query.data)
    return query.error ? <ErrorPanel error={query.error} onRetry={() => void query.refetch()} title="注销条件没能加载" /> : <PageSkeleton />
  return (
    <div className={style.stack}>{query.data.closing ? <Waiting closing={query.data.closing} /> : <Conditions facts={query.data} />}</div>
  )
}

function Waiting({ closing }: { closing: NonNullable<Closing['closing']> }) {
  const undo = useMessageAct(closingCalls.undo, { invalidates: [closingCalls.read], done: '注销申请已撤回，账户一切照旧' })
  return (
    <Panel title="账户正在注销冷静期">
      <p>
        <StateTag tone="waiting">冷静期</StateTag> 将于 <Moment at={closing.dueAt} />{' '}
        注销。在此之前账户照常使用，可以随时撤回；期间如有新的充值、发送或订单，注销会自动取消。
      </p>
      <Button type="primary" loading={undo.isPending} onClick={() => undo.mutate({ closingId: closing.closingId })}>
        撤回注销申请
      </Button>
    </Panel>
  )
}

function Conditions({ facts }: { facts: Closing }) {
  const [isAsking, setAsking] = useState(false)
  const isClear = facts.blockers.length === 0
  return (
    <>
      <Panel title="注销条件" note="余额先提现，没有未结束的发送、订单和发票，才能注销。">
        <ul className={`${layout.list} ${layout.below16} ${style.checks}`}>
          {isClear ? (
            <li>
              <StateTag tone="good">条件已满足，可以申请注销</StateTag>
            </li>
          ) : (
            facts.blockers.map(blocker => (
              <li key={blocker}>
                <StateTag tone="bad">{blockers[blocker].name}</StateTag>
                <span>{blockers[blocker].advice}</span>
                <LinkButton type="link" to={blockers[blocker].path}>
                  去处理
                </LinkButton>
              </li>
            ))
          )}
        </ul>
      </Panel>
      <Panel title="注销的后果">
        <ul>
          <li>提交后有{limits.closingDays}天冷静期，期间随时可以撤回；到期后不能恢复。</li>
          <li>
            剩余套餐作废：短信{thousands(facts.lost.segments)}条，短链{thousands(facts.lost.linkUnits)}次
            {facts.lost.bonusHao > 0 ? `，赠送金${formatYuan(facts.lost.bonusHao)}` : ''}。
          </li>
          <li>{thousands(facts.lost.links)}个短链接全部停止跳转，接口和群发全部停用。</li>
          <li>全部成员（另有{thousands(facts.lost.members)}人）退出登录，手机号和登录名释放，可用于重新注册。</li>
          <li>账单、发票和发送记录按法规要求的期限保存，到期删除。</li>
        </ul>
        <Button danger disabled={!isClear} onClick={() => setAsking(true)}>
          申请注销账户
        </Button>
      </Panel>
      {isAsking ? <AskDialog onClose={() => setAsking(false)} /> : null}
    </>
  )
}

function AskDialog({ onClose }: { onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [hasAgreed, setAgreed] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const ask = useDialogAct(closingCalls.ask, { invalidates: [closingCalls.read], done: '注销申请已提交，冷静期内可以撤回', onClose })
  const submit = () => {
    const found = reason.trim().length < 2 ? '请填写注销原因' : hasAgreed ? null : '请确认您了解注销的后果'
    setProblem(found)
    if (!found) ask.mutate({ reason, hasAgreed: true })
  }
  return (
    <FormDialog
      title="申请注销账户"
      okText="申请注销"
      isDanger
      isBusy={ask.isPending}
      error={ask.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="注销原因" error={problem}>
        {control => (
          <Input.TextArea
            {...control}
            autoFocus
            rows={3}
            maxLength={limits.remarkCharacters}
            value={reason}
            onChange={event => setReason(event.target.value)}
          />
        )}
      </Field>
      <Checkbox checked={hasAgreed} onChange={event => setAgreed(event.target.checked)}>
        我了解注销的后果，{limits.closingDays}天后账户不能恢复
      </Checkbox>
    </FormDialog>
  )
}
