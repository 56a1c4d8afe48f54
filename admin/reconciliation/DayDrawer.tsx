import { Button } from 'antd'
import { pathTo } from '#admin/paths.ts'
import { useMay } from '#admin/session.ts'
import { RuledTable } from '#admin/ui/RuledTable.tsx'
import { onlinePaymentMethodNames } from '#contract/payments/recharge.ts'
import { reconciliationCalls } from '#contract/payments/reconciliation.ts'
import { Count } from '#ui/display/Count.tsx'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { State } from '#ui/display/StateTag.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
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
          fact('结果', <State tag={statementStateTags[day.state]} />),
          fact('核对时间', <Moment at={day.comparedAt} />),
          fact('说明', day.trouble),
        ]}
      />
      <Section title="两边的合计">
        <RuledTable
          label="两边的合计"
          rows={[
            { name: '笔数', their: day.theirCount, our: day.ourCount, isCount: true },
            { name: '收款', their: day.theirPaidHao, our: day.ourPaidHao },
            { name: '退款', their: day.theirRefundedHao, our: day.ourRefundedHao },
          ]}
          rowKey={line => line.name}
          columns={[
            { title: '项目', render: line => line.name },
            { title: '渠道账单', isNumber: true, render: line => figure(line, line.their) },
            { title: '平台账', isNumber: true, render: line => figure(line, line.our) },
            { title: '相差', isNumber: true, render: line => figure(line, line.their - line.our) },
          ]}
        />
      </Section>
      <FormRefusal error={compare.error} />
    </DetailDrawer>
  )
}

const figure = ({ isCount = false }: { isCount?: boolean }, value: number) =>
  isCount ? <Count count={value} unit="笔" /> : <Money hao={value} />
