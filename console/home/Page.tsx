import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { hoursText } from '#contract/account/setting.ts'
import { useSettings } from '#ui/form/settings.ts'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import style from './Home.module.css'
import { PriceTable } from './PriceTable.tsx'
import { SegmentTrial } from './SegmentTrial.tsx'

/** The product page: features, prices, first steps. */
export function Page() {
  const settings = useSettings()
  return (
    <div className={style.home}>
      <section className={style.hero}>
        <div>
          <h1>
            <span className={style.heroLine}>送达才收费，</span>
            <span className={style.heroLine}>每一条都有回音</span>
          </h1>
          <p className={style.lead}>
            验证码、通知、会员推广和短链接，从签名和模板到群发、回执、点击、退订，在一个控制台里完成。每一条短信去了哪里、花了多少、谁点开了，随时查得到。
          </p>
          <p className={`${layout.flush} ${layout.row12}`}>
            <Link className={style.primary} to="/user/_registry">
              免费注册
            </Link>
            <Link className={style.quiet} to="/user/login">
              登录控制台
            </Link>
          </p>
        </div>
        <Journey />
      </section>

      <section className={style.three} aria-label="特点">
        <Point title="没送到，不收钱">
          发送时先冻结费用，运营商回执显示送达才扣除。失败、{limits.reportWaitHours} 小时没有回执、被拦截或取消的，如数退回。
        </Point>
        <Point title="发送之前就知道费用">
          导入号码后逐条计算条数，告诉您用哪个套餐、付多少、还剩多少。费用有变化会请您重新确认，不会多扣。
        </Point>
        <Point title="失败了，知道为什么">空号、停机、关机、拦截……运营商的代码都译成看得懂的原因和建议，每条短信有一条完整的时间线。</Point>
      </section>

      <section className={style.three} aria-label="短链接">
        <Point title="每个收件人一个短链接">群发时把模板里的变量设为短链，每个号码得到自己的链接：少占字数，谁点开了一目了然。</Point>
        <Point title="打开后一两秒就看得到">访问次数、访客、地区、设备和来源，和送达数放在一起看；没点开的人可以再发一次。</Point>
        <Point title="随时可改，发出的链接不会断">改目标、停用、设有效期和密码、按设备分流；套餐用尽后照常跳转。</Point>
      </section>

      <section className={style.split} id="price">
        <div>
          <h2>怎么计费</h2>
          <ul className={style.rules}>
            <li>
              短信按条计费。连同签名在内，不超过 {limits.singleSegmentUnits} 字为 1 条；更长的按每 {limits.joinedSegmentUnits} 字 1
              条计算，最多 {settings.messageUnits} 字。
            </li>
            <li>购买套餐后按条扣除余量，先用快到期的；余量用完可改用余额。</li>
            <li>推广短信只在 {hoursText(settings)} 发送，末尾自动带上退订说明；收件人回复退订后不再打扰。</li>
          </ul>
        </div>
        <SegmentTrial />
      </section>

      <section>
        <h2>价格</h2>
        <PriceTable />
      </section>

      <section>
        <h2>五步发出第一条</h2>
        <ol className={style.steps}>
          <Step title="注册账户">用手机号注册，收一个验证码就好。</Step>
          <Step title="实名认证">依照网络安全法，认证后才能发送。</Step>
          <Step title="提交签名">写明您是谁，审核通过后使用。</Step>
          <Step title="写好模板">变量处写成 {'${code}'}，可以先试填看效果。</Step>
          <Step title="导入号码发送">支持 CSV、XLSX、TXT，一次最多 100 万行。</Step>
        </ol>
      </section>
    </div>
  )
}

const Point = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h2>{title}</h2>
    <p>{children}</p>
  </div>
)

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <li>
    <h3>{title}</h3>
    <p>{children}</p>
  </li>
)

const journey = [
  ['已受理', '内容、余量检查通过，冻结 1 条'],
  ['已提交', '交给运营商'],
  ['已送达', '收到回执，扣除 1 条'],
] as const

/** Preview of one message on the phone, and its timeline in the console. */
const Journey = () => (
  <figure className={style.journey}>
    <div className={style.bubble}>【云溪书店】您预订的《夏日走过山间》已到店，请于 11 月 30 日前凭取书码 638204 到店领取。</div>
    <ol className={style.timeline}>
      {journey.map(([title, text]) => (
        <li key={title}>
          <b>{title}</b>
          <span>{text}</span>
        </li>
      ))}
    </ol>
    <figcaption>示例：一条通知短信在控制台里的时间线</figcaption>
  </figure>
)
