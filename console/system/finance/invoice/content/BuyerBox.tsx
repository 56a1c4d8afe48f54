import type { TitleContent } from '#contract/invoicing/invoice-title-rule.ts'
import style from './Title.module.css'

/** The buyer's part of an invoice, as printed. */
export function BuyerBox({ content }: { content: Omit<TitleContent, 'wantsSpecial'> }) {
  const { kind, name, taxNumber, address, phone, bankName, bankAccount } = content
  return (
    <section className={style.buyer} aria-label="发票上的购买方信息">
      <h3>发票上的购买方信息</h3>
      <p>
        名称：{name || '–'}
        {kind === 'person' ? '（个人）' : ''}
      </p>
      {kind === 'person' ? null : <p>统一社会信用代码/纳税人识别号：{taxNumber || '–'}</p>}
      {address || phone ? (
        <p>
          地址、电话：{address} {phone}
        </p>
      ) : null}
      {bankName || bankAccount ? (
        <p>
          开户行及账号：{bankName} {bankAccount}
        </p>
      ) : null}
    </section>
  )
}
