import { limits } from '#values/limits.ts'
import style from './VisitorAside.module.css'

const facts = [
  ['没送到，不收钱', `失败、取消、${limits.reportWaitHours} 小时没有回执的，如数退回。`],
  ['发送之前就知道费用', '逐条计算条数，说清用哪个套餐、付多少、还剩多少。'],
  ['失败了，知道为什么', '运营商的代码译成看得懂的原因，每条短信有完整的时间线。'],
] as const

/** The product's benefits, beside the forms of visitors. */
export const VisitorAside = () => (
  <div className={style.aside}>
    <svg className={style.geese} viewBox="27 8 200 84" fill="none" stroke="currentColor" strokeLinecap="round" aria-hidden="true">
      {flock.map(([x, y, scale]) => (
        <g key={`${x}`} transform={`translate(${x} ${y}) scale(${scale})`} strokeWidth={2}>
          <path d="M2.5 5.5c4.2.3 7.4 2.6 9.5 7.5" />
          <path d="M12 13c1.6-4.6 4.9-7.6 9.5-8.5" />
          <path d="M4.5 19.5c4 .6 6.3-1.7 7.5-6.5" />
        </g>
      ))}
    </svg>
    <p className={style.sentence}>
      送达才收费，
      <br />
      每一条都有回音
    </p>
    <dl>
      {facts.map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </div>
)

/** Geese in flight: left, top and size of each. */
const flock = [
  [176, 4, 2],
  [128, 20, 1.5],
  [88, 38, 1.2],
  [54, 54, 1],
  [26, 70, 0.8],
] as const
