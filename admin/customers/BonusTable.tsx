import style from '#admin/ui/Tables.module.css'
import { terms } from '#contract/terms.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import type { Customer } from './customer.ts'

/** Bonus money in the order of its use. */
export function BonusTable({ bonuses }: { bonuses: Customer['bonuses'] }) {
  return (
    <PlainTable
      label="赠送金列表"
      rows={bonuses}
      rowKey={bonus => bonus.grantId}
      emptyText="没有赠送金"
      columns={[
        {
          title: '名称',
          render: bonus => (
            <span className={style.clamp} title={bonus.name}>
              {bonus.name}
            </span>
          ),
        },
        { title: '剩余', isNumber: true, render: bonus => <Money hao={bonus.availableCount} /> },
        { title: terms.held, isNumber: true, render: bonus => <Money hao={bonus.heldCount} /> },
        { title: '已用', isNumber: true, render: bonus => <Money hao={bonus.spentCount} /> },
        { title: '总额', isNumber: true, render: bonus => <Money hao={bonus.segmentCount} /> },
        { title: '到期', render: bonus => <Moment at={bonus.expiresAt} /> },
      ]}
    />
  )
}
