import { Alert } from 'antd'
import type { broadcastCalls } from '#contract/broadcast.ts'
import type { Got } from '#contract/call.ts'
import { formatYuan } from '#values/money.ts'
import { Count, Segments, thousands } from '../../ui/Count.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Money } from '../../ui/Money.tsx'
import { useReachable } from '../../ui/RealLink.tsx'
import style from './Broadcast.module.css'

export type Cost = Got<typeof broadcastCalls.preview>

/** ④ What it costs, line by line as it will be booked, and what remains. */
export function CostStep({ cost }: { cost: Cost }) {
  return (
    <div className={style.stack}>
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
      <p className={style.note}>
        <Count count={cost.recipientCount} unit="个号码" />
        。发送时先预扣，送达才扣除；失败、被拦截、取消或72小时没有回执的，如数退回。
      </p>
      {cost.missingSegments > 0 ? <Missing cost={cost} /> : null}
    </div>
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
