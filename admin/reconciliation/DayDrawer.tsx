import { Button } from 'antd'
import { pathTo } from '#admin/paths.ts'
import { useMay } from '#admin/session.ts'
import style from '#admin/ui/Tables.module.css'
import { onlinePaymentMethodNames } from '#contract/payments/recharge.ts'
import { reconciliationCalls } from '#contract/payments/reconciliation.ts'
import { Count } from '#ui/Count.tsx'
import { DetailDrawer } from '#ui/DetailDrawer.tsx'
import { useDialogAct } from '#ui/dialog-act.ts'
import { Facts, Section } from '#ui/Facts.tsx'
import { FormRefusal } from '#ui/FormRefusal.tsx'
import { fact } from '#ui/fact.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Money } from '#ui/Money.tsx'
import { StateTag } from '#ui/StateTag.tsx'
import { statementStateTags } from '../ui/labels/payments.ts'
import type { Day } from './Page.tsx'

/** Both sides of a day, side by side. */
export function DayDrawer({ day, onClose }: { day: Day; onClose: () => void }) {
  const mayAct = useMay('payment.confirm')
  const compare = useDialogAct(reconciliationCalls.compare, {
    invalidates: [reconciliationCalls.days, reconciliationCalls.overview],
    done: '已开始核对，结果稍后显示在列表中',
    onClose,
  })
  return (
    <DetailDrawer
      isOpen
      onClose={onClose}
      title={`${onlinePaymentMethodNames[day.paymentMethod]} ${day.day}`}
      actions={
        <>
          {day.openCount > 0 ? (
            <LinkButton
              type="primary"
              to={pathTo('/reconciliation', { tab: 'differences', paymentMethod: day.paymentMethod, day: day.day })}
            >
              查看差异
            </LinkButton>
          ) : null}
          {mayAct ? (
            <Button loading={compare.isPending} onClick={() => compare.mutate({ paymentMethod: day.paymentMethod, day: day.day })}>
              重新核对
            </Button>
          ) : null}
        </>
      }
    >
      <Facts
        facts={[
          fact('结果', <StateTag tone={statementStateTags[day.state].tone}>{statementStateTags[day.state].name}</StateTag>),
          fact('核对时间', <Moment at={day.comparedAt} />),
          fact('说明', day.trouble),
        ]}
      />
      <Section title="两边的合计">
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">项目</th>
              <th scope="col" data-number>
                渠道账单
              </th>
              <th scope="col" data-number>
                平台账
              </th>
              <th scope="col" data-number>
                相差
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>笔数</td>
              <td data-number>
                <Count count={day.theirCount} unit="笔" />
              </td>
              <td data-number>
                <Count count={day.ourCount} unit="笔" />
              </td>
              <td data-number>
                <Count count={day.theirCount - day.ourCount} unit="笔" />
              </td>
            </tr>
            <Line name="收款" their={day.theirPaidHao} our={day.ourPaidHao} />
            <Line name="退款" their={day.theirRefundedHao} our={day.ourRefundedHao} />
          </tbody>
        </table>
      </Section>
      <FormRefusal error={compare.error} />
    </DetailDrawer>
  )
}

const Line = ({ name, their, our }: { name: string; their: number; our: number }) => (
  <tr>
    <td>{name}</td>
    <td data-number>
      <Money hao={their} />
    </td>
    <td data-number>
      <Money hao={our} />
    </td>
    <td data-number>
      <Money hao={their - our} />
    </td>
  </tr>
)
