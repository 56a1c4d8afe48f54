import { Button } from 'antd'
import type { BalanceWarning } from '#contract/billing/finance-overview.ts'
import { Facts } from '#ui/display/Facts.tsx'
import { Money } from '#ui/display/Money.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { useMay } from '../../../session.ts'

/** 余额预警: the current setting. */
export function WarningPanel({
  warning,
  availableHao,
  onEdit,
}: {
  warning: BalanceWarning | null
  availableHao: number
  onEdit: () => void
}) {
  const mayEdit = useMay('finance.write')
  const word = warning ? '修改' : '设置'
  return (
    <Panel
      title="余额预警"
      note="低于阈值时通知，同一级每天最多一次。"
      action={
        mayEdit ? (
          <Button aria-label={`${word}余额预警`} onClick={onEdit}>
            {word}
          </Button>
        ) : null
      }
    >
      {warning === null ? (
        <p>还没有设置。余额用完后按余额付费的短信会停发，建议设置预警。</p>
      ) : (
        <Facts
          facts={[
            ['状态', <State key="state" warning={warning} availableHao={availableHao} />],
            ['一级阈值', <Money key="first" hao={warning.firstHao} />],
            ['二级阈值', warning.secondHao === null ? '未设置' : <Money key="second" hao={warning.secondHao} />],
            ['套餐余量', warning.segmentCount === null ? '未设置' : `${warning.segmentCount.toLocaleString('en-US')}条`],
          ]}
        />
      )}
    </Panel>
  )
}

function State({ warning, availableHao }: { warning: BalanceWarning; availableHao: number }) {
  if (!warning.isOn) return <StateTag tone="ended">已关闭</StateTag>
  if (warning.secondHao !== null && availableHao < warning.secondHao) return <StateTag tone="bad">低于二级阈值</StateTag>
  return availableHao < warning.firstHao ? <StateTag tone="waiting">低于一级阈值</StateTag> : <StateTag tone="good">余额充足</StateTag>
}
