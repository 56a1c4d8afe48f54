import { Alert, Checkbox } from 'antd'
import { Link } from 'react-router'
import type { broadcastCalls } from '#contract/broadcast.ts'
import type { Got } from '#contract/call.ts'
import { filingStateNames } from '#contract/filing.ts'
import { formatYuan } from '#values/money.ts'
import { operatorNames } from '#values/phone.ts'
import { Segments, thousands } from '../../ui/Count.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Money } from '../../ui/Money.tsx'
import { useReachable } from '../../ui/RealLink.tsx'
import style from './Broadcast.module.css'
import { type BroadcastForm, unfiledCount } from './form.ts'

export type Cost = Got<typeof broadcastCalls.preview>

/** ④ What it costs, line by line as it will be booked, what remains, and what is at risk before the money is spent. */
export function CostStep({ form, cost }: { form: BroadcastForm; cost: Cost }) {
  return (
    <div className={style.stack}>
      {form.report ? <LeftOut report={form.report} /> : null}
      <CostTable cost={cost} />
      <p className={style.note}>发送时先预扣，送达才扣除；失败、被拦截、取消或72小时没有回执的，如数退回。</p>
      {cost.missingSegments > 0 ? <Missing cost={cost} /> : null}
      {cost.unfiled.length > 0 ? <UnfiledWarning cost={cost} agreedCount={form.agreedCount} onAgree={form.agree} /> : null}
    </div>
  )
}

/** How many are sent to, and why the others aren't. */
function LeftOut({ report }: { report: NonNullable<BroadcastForm['report']> }) {
  const reasons = [
    ['重复', report.duplicateCount],
    ['格式有误', report.malformedCount],
    ['在黑名单中', report.blacklistedCount],
    ['超过发送频率', report.overFrequencyCount],
  ] as const
  const leftOut = reasons.filter(([, count]) => count > 0)
  return (
    <p className={style.leftOut}>
      共 {thousands(report.rowCount)} 行，发送 <b>{thousands(report.validCount)}</b> 个号码
      {leftOut.length > 0 ? `；${leftOut.map(([reason, count]) => `${reason} ${thousands(count)}`).join('、')}，不发送也不计费` : ''}
    </p>
  )
}

function CostTable({ cost }: { cost: Cost }) {
  return (
    <table className={style.lines}>
      <caption className="hy-hidden">费用明细</caption>
      <thead>
        <tr>
          <th scope="col">从哪里扣</th>
          <th scope="col">条数</th>
          <th scope="col">单价</th>
          <th scope="col">金额</th>
          <th scope="col">扣后剩余</th>
        </tr>
      </thead>
      <tbody>
        {cost.lines.map((line, index) => (
          // Two packages may bear one name: the order tells them apart.
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other identity, and their order is the plan.
          <tr key={index}>
            <td>{line.name}</td>
            <td>
              <Segments count={line.segmentCount} />
            </td>
            <td>{line.isBalance ? <Money hao={line.unitPriceHao} /> : '套餐内'}</td>
            <td>{line.isBalance ? <Money hao={line.amountHao} /> : '–'}</td>
            <td>{line.isBalance ? <Money hao={line.remaining} /> : <Segments count={line.remaining} />}</td>
          </tr>
        ))}
        {cost.missingSegments > 0 ? (
          <tr data-missing>
            <td>不够</td>
            <td>
              <Segments count={cost.missingSegments} />
            </td>
            <td colSpan={2}>
              约 <Money hao={cost.missingHao} />
            </td>
            <td>–</td>
          </tr>
        ) : null}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">合计</th>
          <td>
            <Segments count={cost.segmentCount} />
          </td>
          <td />
          <td>
            <Money hao={cost.amountHao} />
          </td>
          <td />
        </tr>
      </tfoot>
    </table>
  )
}

/** Operators that haven't filed the signature: one has to agree to each number that is likely to be intercepted. */
function UnfiledWarning({ cost, agreedCount, onAgree }: { cost: Cost; agreedCount: number; onAgree: (count: number) => void }) {
  const count = unfiledCount(cost)
  return (
    <section className={style.unfiled} aria-label="签名报备">
      <Alert
        type="warning"
        showIcon
        title={`${thousands(count)} 个号码的运营商还没有完成这个签名的报备，短信很可能被拦截`}
        description={
          <>
            <ul className={style.unfiledList}>
              {cost.unfiled.map(({ operator, state, recipientCount }) => (
                <li key={operator}>
                  {operatorNames[operator]}：{filingStateNames[state].name}，{thousands(recipientCount)} 个号码
                </li>
              ))}
            </ul>
            被拦截的短信不收费，但收件人收不到。报备进度在
            <Link className={style.link} to="/sms/signature">
              短信签名
            </Link>
            查看。
          </>
        }
      />
      <Checkbox checked={agreedCount >= count} onChange={event => onAgree(event.target.checked ? count : 0)}>
        我已了解，这 {thousands(count)} 个号码仍然发送
      </Checkbox>
    </section>
  )
}

const waysOut = [
  ['/sms/combo/purchase', '购买套餐'],
  ['/system/finance/recharge', '去充值'],
] as const

function Missing({ cost }: { cost: Cost }) {
  const isReachable = useReachable()
  const open = waysOut.filter(([path]) => isReachable(path))
  return (
    <Alert
      type="error"
      showIcon
      title={`套餐余量和余额还差 ${thousands(cost.missingSegments)} 条（约 ${formatYuan(cost.missingHao)}）`}
      description={
        open.length > 0
          ? '补足后回到这里，已填写的内容都还在。'
          : '请联系有“购买与充值”权限的成员补足；补足后回到这里，已填写的内容都还在。'
      }
      action={open.map(([path, label]) => (
        <LinkButton key={path} to={path}>
          {label}
        </LinkButton>
      ))}
    />
  )
}
