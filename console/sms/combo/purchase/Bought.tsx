import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { pathTo } from '../../../paths.ts'
import { CopyableId } from '../../../ui/CopyButton.tsx'
import { Segments } from '../../../ui/Count.tsx'
import { Facts } from '../../../ui/DetailDrawer.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Moment } from '../../../ui/Moment.tsx'
import { Money } from '../../../ui/Money.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import panel from '../../../ui/Panel.module.css'
import { StateTag } from '../../../ui/StateTag.tsx'
import type { Purchased } from './offer.ts'
import style from './Purchase.module.css'

/** What was bought, what was paid, what the balance has now. */
export function Bought({ bought, onAgain }: { bought: Purchased; onAgain: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <>
      <PageHead title="购买短信套餐" />
      <section className={`${panel.panel} ${style.done}`}>
        <header>
          <h2 ref={title} tabIndex={-1}>
            <StateTag tone="good">购买成功，现在就可以使用</StateTag>
          </h2>
        </header>
        <Facts
          facts={[
            ['套餐', bought.name],
            ['条数', <Segments key="count" count={bought.segmentCount} />],
            ['已付', <Money key="paid" hao={bought.amountHao} />],
            ['购买后余额', <Money key="left" hao={bought.availableHao} />],
            ['到期', <Moment key="end" at={bought.expiresAt} short />],
            ['订单号', <CopyableId key="order" id={bought.orderId} />],
          ]}
        />
        <div className={style.buttons}>
          <LinkButton type="primary" to={pathTo('/sms/combo')}>
            查看我的套餐
          </LinkButton>
          <Button onClick={onAgain}>继续购买</Button>
        </div>
      </section>
    </>
  )
}
