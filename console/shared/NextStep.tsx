import type { PagePath } from '#contract/pages.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import layout from '#ui/theme/layout.module.css'
import { pathTo } from '../paths.ts'
import { useReachable } from './PageLink.tsx'

interface Step {
  /** What one can do with the rows that are there. */
  text: string
  links: readonly { to: PagePath; query?: Record<string, string>; label: string }[]
}

const broadcast = { to: '/sms/broadcast', label: '群发短信' } as const
const statistics = { to: '/sms/smsTotal', label: '统计分析' } as const

/** What follows from the rows of each list. */
const steps = {
  signatures: {
    text: '签名通过后，再有一个通过的模板就可以发送短信。',
    links: [{ to: '/sms/template', query: { form: 'new' }, label: '新建模板' }, broadcast],
  },
  templates: {
    text: '模板通过后，可以群发给很多人，也可以让自己的程序用它发送。',
    links: [broadcast, { to: '/sms/app-manage', label: '接入程序' }],
  },
  contacts: { text: '群发时直接选分组；变量可以取联系人的姓名和自定义字段。', links: [broadcast] },
  blacklist: {
    text: '收件人回复退订词、点开退订链接，会自动加入；词和答复可以自己定。',
    links: [{ to: '/sms/blacklist', query: { tab: 'rules' }, label: '退订规则' }],
  },
  broadcasts: { text: '到达率、失败原因和点击，可以按天、签名和运营商比较。', links: [statistics, broadcast] },
  messages: { text: '发得多了，到达率和失败原因在统计里一目了然。', links: [statistics, broadcast] },
  apps: { text: '余额、失败率和请求异常，可以设预警，第一时间知道。', links: [{ to: '/sms/app-warning', label: '设置预警' }] },
  links: {
    text: '短链可以放进短信，每个收件人一个专属地址，谁打开过一清二楚。',
    links: [broadcast, { to: '/shorturl/visitor', label: '访客统计' }],
  },
  orders: { text: '付款后的订单可以申请发票。', links: [{ to: '/system/finance/invoice/create', label: '申请发票' }] },
  recharges: { text: '余额可以购买套餐，买得多单价更低。', links: [{ to: '/sms/combo/purchase', label: '购买套餐' }] },
} as const satisfies Record<string, Step>

/** What follows, in the empty area under a short list; nothing where the member may open none of the pages. */
export function NextStep({ of }: { of: keyof typeof steps }) {
  const isReachable = useReachable()
  const { text, links }: Step = steps[of]
  const open = links.filter(({ to }) => isReachable(to))
  if (open.length === 0) return null
  return (
    <aside aria-label="下一步" data-acts="" className={`${layout.stack12} ${layout.faint}`}>
      <p className={layout.flush}>{text}</p>
      <div className={layout.row}>
        {open.map(({ to, query, label }) => (
          <LinkButton key={label} to={pathTo(to, query)}>
            {label}
          </LinkButton>
        ))}
      </div>
    </aside>
  )
}
