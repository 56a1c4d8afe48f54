import { Button } from 'antd'
import { Scroll } from '#admin/ui/Scroll.tsx'
import style from '#admin/ui/Tables.module.css'
import { Moment } from '#ui/Moment.tsx'
import { Money } from '#ui/Money.tsx'
import { StateTag } from '#ui/StateTag.tsx'
import { keysOf } from '#values/keys.ts'
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
    <Scroll label="价格版本">
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">类型</th>
            <th scope="col">单价</th>
            <th scope="col">生效时间</th>
            <th scope="col">状态</th>
            <th scope="col">
              <span className="hy-hidden">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {versions.map(version => (
            <tr key={`${version.kind} ${version.startsAt}`} data-ended={(!version.isFuture && !current.has(version)) || undefined}>
              <td>{priceKinds[version.kind]}</td>
              <td>{version.unitPriceHao === null ? '同平台' : <Money hao={version.unitPriceHao} />}</td>
              <td>
                <Moment at={version.startsAt} />
              </td>
              <td>{state(version)}</td>
              <td data-number>
                {version.isFuture ? (
                  <Button type="link" size="small" danger onClick={() => onCancel({ act: 'cancel', accountId, version })}>
                    取消
                  </Button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
