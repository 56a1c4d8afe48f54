import type { CallAnswerWire } from '#contract/call.ts'
import type { bankCalls } from '#contract/payments/bank.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import style from './Recharge.module.css'

type BankFacts = CallAnswerWire<typeof bankCalls.account>
export type ReceivingFacts = NonNullable<BankFacts['receiving']>

const grouped = (digits: string) => digits.replace(/(\d{4})(?=\d)/g, '$1 ')

/** Bank account and reference of a transfer, each with a copy button. */
export function Receiving({ receiving, transferCode }: { receiving: ReceivingFacts; transferCode: string }) {
  const lines: [string, string, string][] = [
    ['收款户名', receiving.holder, receiving.holder],
    ['收款账号', grouped(receiving.accountNumber), receiving.accountNumber],
    ['开户行', receiving.bank, receiving.bank],
    ['联行号', receiving.bankCode, receiving.bankCode],
  ]
  return (
    <>
      <dl className={style.account}>
        {lines.map(([name, shown, plain]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>
              {shown}
              <CopyButton text={plain} label={`复制${name}`} />
            </dd>
          </div>
        ))}
        <dt>汇款识别码</dt>
        <dd>
          <span className={style.transferCode}>{grouped(transferCode)}</span>
          <CopyButton text={transferCode} label="复制汇款识别码" />
        </dd>
      </dl>
      <p className={style.note}>识别码只属于您的账户，请填在汇款的“附言”或“用途”里；最后一位是校验位，抄错会被发现。</p>
    </>
  )
}
