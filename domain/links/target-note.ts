import { isWithin } from '#contract/links/link-target.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { hostFacts } from './host-facts.ts'
import { carriedHosts, checkTargets, hostRefusals, hostsOf, targetVerdict } from './target-check.ts'
import type { Followed, TargetNote } from './target-follow.ts'

/** Short links of other providers: one more redirect, with a hidden destination. */
const shorteners =
  `t.cn url.cn dwz.cn suo.im suo.nz tb.cn m.tb.cn 985.so c1ns.cn sourl.cn 3.cn u.jd.com b23.tv v.douyin.com xhslink.com bit.ly tinyurl.com
  t.co goo.gl is.gd ow.ly buff.ly rebrand.ly cutt.ly short.io dub.sh s.id rb.gy`.split(/\s+/)

/** What is known of a target without requesting it: whether it is refused, whether it needs review, and warnings. */
export async function inspectTarget(
  executor: Executor,
  account: AccountId,
  { target, shortLinkUrl }: { target: string; shortLinkUrl: string },
): Promise<{ target: string; problem: string | null; needsReview: boolean; notes: TargetNote[] }> {
  const verdict = targetVerdict(target, await checkTargets(executor, account, hostsOf([{ target }]), shortLinkUrl))
  const problem = verdict === 'blocked' || verdict === 'short' ? hostRefusals[verdict] : null
  return { target, problem, needsReview: verdict === 'unknown', notes: problem ? [] : notesOf(target) }
}

function notesOf(target: string): TargetNote[] {
  const { protocol, hostname } = new URL(target)
  const { shown, hints } = hostFacts(hostname)
  const notes: TargetNote[] = []
  if (protocol === 'http:') notes.push({ level: 'warning', text: '不是 https 网址，浏览器会提示“不安全”' })
  for (const text of hints) notes.push({ level: 'warning', text: `域名${text}，审核会更严` })
  // Where letters could deceive, only the punycode form is shown; otherwise both.
  if (hostname.includes('xn--'))
    notes.push({ level: 'hint', text: shown === hostname ? `实际域名为 ${hostname}` : `${shown} 的实际域名为 ${hostname}` })
  if (shorteners.some(domain => isWithin(hostname, domain)))
    notes.push({ level: 'warning', text: '目标本身也是短链接，多一次跳转且看不出去向，建议直接填写最终网址' })
  const carried = carriedHosts(target)
  if (carried.length > 0) notes.push({ level: 'hint', text: `网址里带有另一个网址（${carried.slice(0, 3).join('、')}），审核时一并查看` })
  return notes
}

/** The result of following a target's redirects, with verdicts on the hosts there. */
export async function judgeRedirects(executor: Executor, account: AccountId, followed: Followed, shortLinkUrl: string): Promise<Followed> {
  const beyond = followed.hops.slice(1)
  const verdicts = await checkTargets(executor, account, hostsOf(beyond.map(target => ({ target }))), shortLinkUrl)
  const found = new Set(beyond.map(target => targetVerdict(target, verdicts)))
  const notes: TargetNote[] = []
  if (found.has('blocked')) notes.push({ level: 'warning', text: '会跳转到被平台封禁的域名，审核不会通过' })
  if (found.has('short')) notes.push({ level: 'warning', text: '会跳转到短链接，可能循环' })
  return { ...followed, notes: [...notes, ...followed.notes] }
}
