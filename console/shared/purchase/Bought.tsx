import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { pathTo } from '#console/paths.ts'
import { terms } from '#contract/terms.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { Count } from '#ui/display/Count.tsx'
import { Facts } from '#ui/display/Facts.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import panel from '#ui/display/Panel.module.css'
import { StateTag } from '#ui/display/StateTag.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import layout from '#ui/theme/layout.module.css'
import style from './Purchase.module.css'
import type { Product, Purchased } from './product.ts'

/** Result of a purchase: product, payment, new balance. */
export function Bought({ product, bought, onAgain }: { product: Product; bought: Purchased; onAgain: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <>
      <PageHead title={product.title} />
      <section className={`${panel.panel} ${style.done}`}>
        <header>
          <h2 ref={title} tabIndex={-1}>
            <StateTag tone="good">购买成功，现在就可以使用</StateTag>
          </h2>
        </header>
        <Facts
          facts={[
            ['套餐', bought.name],
            ['数量', <Count key="count" count={bought.segmentCount} unit={product.unit} />],
            ['已付', <Money key="paid" hao={bought.amountHao} />],
            [`其中${terms.bonus}`, bought.bonusHao > 0 ? <Money key="bonus" hao={bought.bonusHao} /> : null],
            ['购买后余额', <Money key="left" hao={bought.availableHao} />],
            ['到期', <Moment key="end" at={bought.expiresAt} />],
            ['订单号', <CopyableId key="order" id={bought.orderNumber} most={24} />],
          ]}
        />
        <div className={`${layout.above16} ${layout.row}`}>
          <LinkButton type="primary" to={pathTo(product.home)}>
            查看我的套餐
          </LinkButton>
          <Button onClick={onAgain}>继续购买</Button>
          <LinkButton to={pathTo('/system/finance/order', { id: bought.orderId })}>查看订单</LinkButton>
        </div>
      </section>
    </>
  )
}
