import { CopyButton } from '#ui/CopyButton.tsx'
import style from './ExchangeText.module.css'

/** What was written to the carrier and what it answered: hex of PDUs, or HTTP. Secrets are left out. */
export function ExchangeText({ exchange: { request, answer } }: { exchange: { request: string; answer: string } }) {
  return (
    <div className={style.exchange}>
      <Block name="请求" text={request} />
      <Block name="应答" text={answer} />
    </div>
  )
}

const Block = ({ name, text }: { name: string; text: string }) => (
  <section aria-label={name}>
    <header>
      {name}
      <CopyButton text={text} label={`复制${name}`} />
    </header>
    <pre>{text}</pre>
  </section>
)
