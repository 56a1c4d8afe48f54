import { invoiceKinds } from '#contract/invoicing/invoice-state.ts'
import layout from '#ui/layout.module.css'
import { Money } from '#ui/Money.tsx'
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
        <table>
          <thead>
            <tr>
              <th scope="col">项目</th>
              <th scope="col" data-number>
                金额
              </th>
              <th scope="col" data-number>
                税率
              </th>
              <th scope="col" data-number>
                税额
              </th>
            </tr>
          </thead>
          <tbody>
            {one.lines.map(line => (
              <tr key={line.product}>
                <td>
                  {line.itemName}
                  {line.categoryCode ? <div className={style.words}>分类编码 {line.categoryCode}</div> : null}
                </td>
                <td data-number>
                  <Money hao={line.netHao} />
                </td>
                <td data-number>{rateText(one.rateBp)}</td>
                <td data-number>
                  <Money hao={line.taxHao} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={style.words}>
        价税合计 <strong>{moneyWords(one.grossHao)}</strong>（<Money hao={one.grossHao} />）
      </p>
      {one.remark ? <p className={style.words}>备注：{one.remark}</p> : null}
    </section>
  )
}
