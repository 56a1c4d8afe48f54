import { useEffect, useState } from 'react'
import { Moment } from '#ui/display/Moment.tsx'
import style from './Invoice.module.css'

const minuteMs = 60_000

/** The buyer's remaining time to confirm a credit note (红字发票) at the tax bureau, and the steps there. */
export function ConfirmClock({ deadlineAt, confirmNumber }: { deadlineAt: string; confirmNumber: string | null }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const minutes = Math.max(0, Math.floor((Date.parse(deadlineAt) - now) / minuteMs))
  return (
    <section className={style.clock} aria-label="红字信息确认单">
      <p>
        请在{' '}
        <strong>
          {Math.floor(minutes / 60)} 小时 {minutes % 60} 分
        </strong>{' '}
        内确认红字信息确认单{confirmNumber ? ` ${confirmNumber}` : ''}（<Moment at={deadlineAt} /> 截止，逾期自动失效，可重新申请）。
      </p>
      <ConfirmSteps />
    </section>
  )
}

/** The buyer's steps on the tax bureau's site. */
export const ConfirmSteps = () => (
  <ol className={style.steps}>
    <li>登录电子税务局，进入“我要办税 &gt; 开票业务 &gt; 红字发票开具”。</li>
    <li>打开“红字信息确认单处理”，选择“我是购买方”和“销方录入待购方确认”。</li>
    <li>核对发票号码和金额后点“确认”。</li>
  </ol>
)
