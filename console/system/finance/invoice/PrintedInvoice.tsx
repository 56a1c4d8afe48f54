import type { InvoiceKindName } from '#contract/invoicing/invoice-state.ts'
import { invoiceKinds } from '#contract/invoicing/invoice-state.ts'
import { formatYuan } from '#values/money.ts'
import { moneyWords } from '#values/money-words.ts'
import { rateText } from '#values/tax.ts'
import style from './PrintedInvoice.module.css'

export interface PaperFacts {
  kind: InvoiceKindName
  rateBp: number
  lines: readonly { itemName: string; grossHao: number; netHao: number; taxHao: number }[]
  grossHao: number
  netHao: number
  taxHao: number
  remark: string
  invoiceNumber: string | null
  /** A day in China; null before it is issued. */
  issuedOn: string | null
  buyer: { name: string; taxNumber: string } | null
  seller: { name: string; taxNumber: string; issuer: string } | null
}

/** A sum as printed on invoices: without the currency sign. */
const plain = (hao: number) => formatYuan(hao).replace('¥', '')

/** An invoice on screen, issued or as a preview: the tax bureau's layout with our data. */
export function PrintedInvoice({ facts }: { facts: PaperFacts }) {
  const { kind, grossHao, buyer, seller } = facts
  return (
    <article className={style.paper} aria-label={invoiceKinds[kind].title}>
      {facts.invoiceNumber === null ? (
        // Drawn by CSS: the watermark overlaps the content, and must not be read by screen readers.
        <span className={style.mark} data-mark="仅供预览" aria-hidden />
      ) : null}
      <header className={style.head}>
        <h3>{invoiceKinds[kind].title}</h3>
        <dl>
          <div>
            <dt>发票号码：</dt>
            <dd>{facts.invoiceNumber ?? '开具后生成'}</dd>
          </div>
          <div>
            <dt>开票日期：</dt>
            <dd>{facts.issuedOn ?? '开具后生成'}</dd>
          </div>
        </dl>
      </header>
      <div className={style.parties}>
        <Party title="购买方信息" party={buyer} />
        <Party title="销售方信息" party={seller} />
      </div>
      <Lines facts={facts} />
      <p className={style.total}>
        <span>价税合计（大写）</span>
        <strong>{moneyWords(grossHao)}</strong>
        <span>（小写）</span>
        <strong>{formatYuan(grossHao)}</strong>
      </p>
      <p className={style.remark}>
        <span>备注</span>
        <span>{facts.remark || '–'}</span>
      </p>
      {seller ? <footer>开票人：{seller.issuer}</footer> : null}
    </article>
  )
}

function Lines({ facts }: { facts: PaperFacts }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the lines are scrolled sideways, by keys too.
    <section className={style.lines} tabIndex={0} aria-label="发票明细">
      <table>
        <thead>
          <tr>
            <th scope="col">项目名称</th>
            <th scope="col" data-number>
              数量
            </th>
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
          {facts.lines.map(line => (
            <tr key={line.itemName}>
              <td>{line.itemName}</td>
              <td data-number>1</td>
              <td data-number>{plain(line.netHao)}</td>
              <td data-number>{rateText(facts.rateBp)}</td>
              <td data-number>{plain(line.taxHao)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2}>合计</td>
            <td data-number>{formatYuan(facts.netHao)}</td>
            <td />
            <td data-number>{formatYuan(facts.taxHao)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

const Party = ({ title, party }: { title: string; party: { name: string; taxNumber: string } | null }) => (
  <section>
    <h4>{title}</h4>
    <p>名称：{party?.name || '–'}</p>
    <p>统一社会信用代码/纳税人识别号：{party?.taxNumber || '–'}</p>
  </section>
)
