import { App, Button } from 'antd'
import { Suspense, useState } from 'react'
import { useMay } from '#console/session.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { type SaleKind, saleKinds, saleUnit } from '#contract/orders/package.ts'
import { rebuyCalls } from '#contract/orders/rebuy.ts'
import { useAct, useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import layout from '#ui/theme/layout.module.css'
import { formatYuan } from '#values/money.ts'
import style from './Package.module.css'

const AutoRenewalForm = lazyPart('AutoRenewalForm', () => import('./AutoRenewalForm.tsx'))

type Rule = CallAnswerWire<typeof rebuyCalls.list>['rules'][number]

/** 自动续购: automatic renewal by kind: the package, the threshold, or none. */
export function Rebuy({ kinds }: { kinds: readonly SaleKind[] }) {
  const query = useCall(rebuyCalls.list, {})
  const mayWrite = useMay('finance.write')
  const [edited, setEdited] = useState<SaleKind | null>(null)
  if (query.error && !query.data) return <ErrorPanel title="自动续购没能加载" error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return null
  const { rules, offers } = query.data
  const ruleOf = (kind: SaleKind) => rules.find(rule => rule.kind === kind) ?? null
  return (
    <div className={style.choice}>
      <Panel
        title="自动续购"
        note="某类套餐的余量低于您设置的数量时，用账户余额（先用赠送金）自动购买一份；涨价或余额不足时不购买，并通知您。"
      >
        <ul className={style.rebuys}>
          {kinds.map(kind => (
            <li key={kind}>
              <RuleText kind={kind} rule={ruleOf(kind)} />
              {mayWrite ? (
                <span className={layout.beside}>
                  {ruleOf(kind) || offers.some(offer => offer.kind === kind) ? (
                    <Button size="small" aria-label={`设置${saleKinds[kind]}套餐的自动续购`} onClick={() => setEdited(kind)}>
                      {ruleOf(kind) ? '修改' : '设置'}
                    </Button>
                  ) : null}
                  {ruleOf(kind) ? <Remove kind={kind} /> : null}
                </span>
              ) : null}
            </li>
          ))}
        </ul>
        {mayWrite ? null : <p>您可以查看，修改需要“购买与充值”权限。</p>}
      </Panel>
      {edited ? (
        <Suspense>
          <AutoRenewalForm
            kind={edited}
            rule={ruleOf(edited)}
            offers={offers.filter(offer => offer.kind === edited)}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

function RuleText({ kind, rule }: { kind: SaleKind; rule: Rule | null }) {
  if (!rule)
    return (
      <span className={style.name}>
        {saleKinds[kind]}套餐
        <span>没有开启</span>
      </span>
    )
  return (
    <span className={style.name}>
      {saleKinds[kind]}套餐低于{thousands(rule.thresholdCount)}
      {saleUnit(kind)}时，购买“{rule.name}”（{formatYuan(rule.priceHao)}）
      <span>
        本月已自动续购{formatYuan(rule.spentHao)}，每月最多{formatYuan(rule.monthCapHao)}
      </span>
      {rule.problem ? <StateTag tone="bad">{`上次没能购买：${rule.problem}`}</StateTag> : null}
    </span>
  )
}

function Remove({ kind }: { kind: SaleKind }) {
  const { message, modal } = App.useApp()
  const remove = useAct(rebuyCalls.remove, {
    invalidates: [rebuyCalls.list],
    onDone: () => void message.success(`${saleKinds[kind]}套餐的自动续购已关闭`),
  })
  const ask = () =>
    modal.confirm({
      title: `关闭${saleKinds[kind]}套餐的自动续购？`,
      content: '之后套餐用完不会自动购买，已经购买的套餐不受影响。',
      okText: '关闭续购',
      cancelText: '取消',
      onOk: () => remove.mutateAsync({ kind }).catch(error => void message.error(error.message)),
    })
  return (
    <Button size="small" aria-label={`关闭${saleKinds[kind]}套餐的自动续购`} loading={remove.isPending} onClick={ask}>
      关闭
    </Button>
  )
}
