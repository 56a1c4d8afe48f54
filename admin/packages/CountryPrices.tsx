import { Button } from 'antd'
import { useState } from 'react'
import { RuledTable } from '#admin/ui/RuledTable.tsx'
import style from '#admin/ui/Tables.module.css'
import { adminPriceCalls } from '#contract/orders/admin-package.ts'
import { useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { callingCodesOf } from '#values/country.ts'
import { formatUnitPrice } from '#values/money.ts'

const CountryPriceDialog = lazyPart('CountryPriceDialog', () => import('./CountryPriceDialog.tsx'))

const priceOf = (hao: number | null) => (hao === null ? '未开通' : formatUnitPrice(hao))

/** 国际及港澳台单价: what a segment costs by country, for customers who may send there. */
export function CountryPrices() {
  const query = useCall(adminPriceCalls.countries, {})
  const [asked, setAsked] = useState<{ country: string | null } | null>(null)
  const rows = query.data?.rows ?? []
  return (
    <Panel
      title="国际及港澳台单价"
      note="只用于已开通国际短信的客户，从余额扣除，套餐不抵扣；没有单价的国家或地区不能发送。"
      action={<Button onClick={() => setAsked({ country: null })}>设置国家或地区</Button>}
    >
      {query.error && !query.data ? <ErrorPanel title="没能加载" error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data && rows.length === 0 ? <p className={style.none}>还没有设置，所有国际及港澳台号码都会被拒绝。</p> : null}
      {rows.length > 0 ? (
        <RuledTable
          label="国际及港澳台单价"
          rows={rows}
          rowKey={row => row.country}
          columns={[
            { title: '国家或地区', isName: true, render: row => row.country },
            { title: '区号', render: row => callingCodesOf(row.country) },
            { title: '单价（每条）', isNumber: true, render: row => priceOf(row.unitPriceHao) },
            {
              title: '待生效',
              isWide: true,
              render: ({ next }) =>
                next ? (
                  <>
                    {priceOf(next.unitPriceHao)}，自 <Moment at={next.startsAt} /> 起
                  </>
                ) : (
                  '–'
                ),
            },
            {
              title: '操作',
              head: null,
              isNumber: true,
              render: ({ country }) => (
                <Button type="link" size="small" aria-label={`修改${country}的单价`} onClick={() => setAsked({ country })}>
                  修改
                </Button>
              ),
            },
          ]}
        />
      ) : null}
      {asked ? <CountryPriceDialog country={asked.country} onClose={() => setAsked(null)} /> : null}
    </Panel>
  )
}
