import { invoiceKinds } from '#contract/invoicing/invoice-state.ts'
import { Money } from '#ui/display/Money.tsx'
import { Table } from '#ui/display/Table.tsx'
import layout from '#ui/theme/layout.module.css'
import { moneyWords } from '#values/money-words.ts'
import style from './Invoices.module.css'
import { type InvoiceOne, rateText } from './invoice.ts'

type Party = Pick<InvoiceOne['title'], 'name' | 'taxNumber' | 'address' | 'phone' | 'bankName' | 'bankAccount'>

function PartyBox({ heading, party }: { heading: string; party: Party }) {
  const rest = [
    [party.address, party.phone],
    [party.bankName, party.bankAccount],
  ].map(pair => pair.join(' ').trim())
  return (
    <div>
      <h4>{heading}</h4>
      <p>{party.name}</p>
      <p>{party.taxNumber || '（无税号）'}</p>
      {rest
        .filter(text => text !== '')
        .map(text => (
          <p key={text}>{text}</p>
        ))}
    </div>
  )
}

/** Data to type into the tax bureau's site, in the order of its form. */
export function PrintedInvoice({ one }: { one: InvoiceOne }) {
  return (
    <section className={style.paper} aria-label="票面">
      <h3>{invoiceKinds[one.kind].title}</h3>
      <div className={style.parties}>
        <PartyBox heading="购买方" party={one.title} />
        {one.seller ? <PartyBox heading="销售方" party={one.seller} /> : null}
      </div>
      <section className={`${layout.above12} ${layout.scroll} ${style.lines}`} aria-label="项目">
        <Table
          rows={one.lines}
          rowKey={line => line.product}
          columns={[
            {
              title: '项目',
              render: line => (
                <>
                  {line.itemName}
                  {line.categoryCode ? <div className={style.words}>分类编码 {line.categoryCode}</div> : null}
                </>
              ),
            },
            { title: '金额', isNumber: true, render: line => <Money hao={line.netHao} /> },
            { title: '税率', isNumber: true, render: () => rateText(one.rateBp) },
            { title: '税额', isNumber: true, render: line => <Money hao={line.taxHao} /> },
          ]}
        />
      </section>
      <p className={style.words}>
        价税合计 <strong>{moneyWords(one.grossHao)}</strong>（<Money hao={one.grossHao} />）
      </p>
      {one.remark ? <p className={style.words}>备注：{one.remark}</p> : null}
    </section>
  )
}
