import type { ReactNode } from 'react'
import type { OptOutPageAct } from '#contract/unsubscribe/opt-out-page.ts'
import layout from '#ui/theme/layout.module.css'
import style from './OptOut.module.css'
import { type Choice, ownPhone, type Sender, whose } from './opt-out.ts'

interface OptOutDoneProps {
  phone: string
  choice: Choice
  sender: Sender | null
  onAgain: (act: OptOutPageAct) => void
}

/** The result, the same for every number, and the way back. */
export function OptOutDone({ phone, choice, sender, onAgain }: OptOutDoneProps) {
  const isRestored = choice.act === 'restore'
  return (
    <section className={style.card} aria-live="polite">
      <svg
        className={`${layout.below16} ${layout.block} ${layout.good}`}
        width="48"
        height="48"
        viewBox="0 0 48 48"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        aria-hidden="true"
      >
        <circle cx="24" cy="24" r="21" />
        <path d="m15 24.500 6.500 6.500L33.500 18" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <h1>{isRestored ? '已恢复接收' : choice.act === 'complain' ? '投诉已登记' : '已退订'}</h1>
      <p>{outcome(phone, choice, sender)}</p>
      {isRestored ? null : (
        <p className={style.faint}>
          如果之后仍然收到，可以向 12321 网络不良与垃圾信息举报受理中心举报：
          <a href="https://www.12321.cn" rel="noopener noreferrer">
            www.12321.cn
          </a>
          ，或拨打 <a href="tel:01012321">010-12321</a>。
        </p>
      )}
      <button type="button" className={style.plainLink} onClick={() => onAgain(isRestored ? 'refuse' : 'restore')}>
        {isRestored ? '我要退订' : '点错了，恢复接收'}
      </button>
    </section>
  )
}

function outcome(phone: string, choice: Choice, sender: Sender | null): ReactNode {
  const own = <b className={style.number}>{ownPhone(phone)}</b>
  const from = whose(sender, choice)
  if (choice.act === 'restore')
    return sender ? (
      <>
        {own} 可以重新收到{from}的推广短信。
      </>
    ) : (
      <>{own} 一分钟内恢复接收您拒收过的推广短信。</>
    )
  if (sender === null) return <>{own} 一分钟内不再收到给您发过推广短信的企业的推广短信。</>
  const when = '立即生效；已经在发送途中的短信可能还会到达。'
  return choice.act === 'complain' ? (
    <>
      {own} 不再收到{from}的推广短信，{when}平台会核查您的投诉。
    </>
  ) : (
    <>
      {own} 不再收到{from}的推广短信，{when}
    </>
  )
}
