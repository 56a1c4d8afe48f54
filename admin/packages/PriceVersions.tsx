import { Button } from 'antd'
import { RuledTable } from '#admin/ui/RuledTable.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { keysOf } from '#values/keys.ts'
import { formatUnitPrice } from '#values/money.ts'
import { type PriceVersion, priceKinds } from './package.ts'

export type AskedPrice = { act: 'set'; accountId: string | null } | { act: 'cancel'; accountId: string | null; version: PriceVersion }

interface PriceVersionsProps {
  /** Newest first. */
  versions: readonly PriceVersion[]
  accountId: string | null
  onCancel: (asked: AskedPrice) => void
}

/** Prices by their start; a future one can be withdrawn. */
export function PriceVersions({ versions, accountId, onCancel }: PriceVersionsProps) {
  const current = new Set(keysOf(priceKinds).map(kind => versions.find(one => one.kind === kind && !one.isFuture)))
  const state = (version: PriceVersion) => {
    if (version.isFuture) return <StateTag tone="waiting">待生效</StateTag>
    return current.has(version) ? <StateTag tone="good">生效中</StateTag> : <StateTag tone="ended">已结束</StateTag>
  }
  return (
    <RuledTable
      label="价格版本"
      rows={versions}
      rowKey={version => `${version.kind} ${version.startsAt}`}
      isEnded={version => !version.isFuture && !current.has(version)}
      columns={[
        { title: '类型', render: version => priceKinds[version.kind] },
        { title: '单价', render: version => (version.unitPriceHao === null ? '同平台' : formatUnitPrice(version.unitPriceHao)) },
        { title: '生效时间', isWide: true, render: version => <Moment at={version.startsAt} /> },
        { title: '状态', render: state },
        {
          title: '操作',
          head: null,
          isNumber: true,
          render: version =>
            version.isFuture ? (
              <Button type="link" size="small" danger onClick={() => onCancel({ act: 'cancel', accountId, version })}>
                取消
              </Button>
            ) : null,
        },
      ]}
    />
  )
}
