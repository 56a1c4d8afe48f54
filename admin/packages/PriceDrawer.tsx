import { Button } from 'antd'
import { useState } from 'react'
import { History } from '#admin/ui/History.tsx'
import style from '#admin/ui/Tables.module.css'
import { adminPriceCalls } from '#contract/orders/admin-package.ts'
import { useCall } from '#ui/call.ts'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Money } from '#ui/display/Money.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { PriceDialog } from './PriceDialog.tsx'
import { type AskedPrice, PriceVersions } from './PriceVersions.tsx'
import { kinds, priceKinds } from './package.ts'

/** One customer's prices: the current ones, every version, change history. */
export function PriceDrawer({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const query = useCall(adminPriceCalls.list, { accountId })
  const [asked, setAsked] = useState<AskedPrice | null>(null)
  const { data } = query
  return (
    <DetailDrawer
      onClose={onClose}
      title={data?.accountName ? `${data.accountName}的价格` : '客户的价格'}
      query={query}
      actions={
        <Button type="primary" onClick={() => setAsked({ act: 'set', accountId })}>
          设置价格
        </Button>
      }
    >
      {prices => (
        <>
          <Facts facts={kinds.map(kind => fact(`${priceKinds[kind]}（每条）`, <Money hao={prices.current[kind]} />))} />
          <Section title="单独的价格">
            {prices.versions.length > 0 ? (
              <PriceVersions versions={prices.versions} accountId={accountId} onCancel={setAsked} />
            ) : (
              <p className={style.none}>没有单独的价格，使用平台的。</p>
            )}
          </Section>
          <Section title="修改记录">
            <History call={adminPriceCalls.history} accountId={accountId} namesObject />
          </Section>
          {asked ? <PriceDialog asked={asked} onClose={() => setAsked(null)} /> : null}
        </>
      )}
    </DetailDrawer>
  )
}
