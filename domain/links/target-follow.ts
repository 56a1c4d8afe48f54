import { isWithin, parseTarget } from '#contract/links/link-target.ts'
import { type Outside, outside, safeFetch } from '#domain/platform/index.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'

/** Maximum redirects followed; browsers stop at 20, but visitors on phones notice each. */
const maxHops = 5
/** For all hops together, since a person waits for it. */
const wholeTimeoutMs = 10_000

export interface TargetNote {
  level: 'warning' | 'hint'
  text: string
}
export interface Followed {
  outcome: 'reached' | 'unreachable' | 'unchecked'
  /** The addresses visited, the target first. */
  hops: string[]
  notes: TargetNote[]
}

const warning = (text: string): TargetNote => ({ level: 'warning', text })
const hint = (text: string): TargetNote => ({ level: 'hint', text })

const failures = {
  name: '域名没有解析记录，访客打不开',
  certificate: 'HTTPS 证书无效，浏览器会拦住访客',
  timeout: '几秒内没有响应，访客可能打不开',
  connection: '连接失败，访客可能打不开',
} as const

/**
 * Follows a target's redirects as a visitor's browser would (SSRF-safe): each address is checked like a target before
 * it is requested.
 */
export async function followTarget(target: string, world: Outside = outside): Promise<Followed> {
  const hops = [target]
  const isLate = AbortSignal.timeout(wholeTimeoutMs)
  for (;;) {
    if (isLate.aborted) return { outcome: 'unchecked', hops, notes: [warning('打开得很慢，没有等到最后')] }
    const at = lastOrThrow(hops)
    const reply = await safeFetch(new URL(at), world)
    if (reply.kind === 'offline') return { outcome: 'unchecked', hops, notes: [hint('暂时无法检查目标网址能否打开')] }
    // One text for every refused address, so that it reveals nothing about our network (SSRF).
    if (reply.kind === 'closed') return { outcome: 'unreachable', hops, notes: [warning('不能从公网的标准端口打开，无法检查')] }
    if (reply.kind === 'failed') return { outcome: 'unreachable', hops, notes: [...wayNotes(hops), warning(failures[reply.why])] }
    const next = nextHop(at, reply.status, reply.location)
    if (next === null) return { outcome: 'reached', hops, notes: [...wayNotes(hops), ...statusNotes(reply.status)] }
    if (next === undefined) return { outcome: 'unreachable', hops, notes: [...wayNotes(hops), warning('会跳转到不能使用的地址')] }
    if (hops.includes(next)) return { outcome: 'unreachable', hops, notes: [warning('会循环跳转，访客打不开')] }
    if (hops.length > maxHops) return { outcome: 'unchecked', hops, notes: [warning(`跳转超过${maxHops}次，访客可能打不开`)] }
    hops.push(next)
  }
}

/** The redirect target of a response; null: none; undefined: to an address that is no valid target. */
function nextHop(at: string, status: number, location: string | null): string | null | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return null
  if (!URL.canParse(location, at)) return undefined
  const parsed = parseTarget(new URL(location, at).href)
  return 'target' in parsed ? parsed.target : undefined
}

function wayNotes(hops: readonly string[]): TargetNote[] {
  if (hops.length === 1) return []
  const [first, last] = [new URL(firstOrThrow(hops)), new URL(lastOrThrow(hops))]
  const isElsewhere = !isWithin(last.hostname, first.hostname) && !isWithin(first.hostname, last.hostname)
  const text = `打开后会跳转${hops.length - 1}次，最后到 ${last.hostname}`
  const notes = [isElsewhere || hops.length > 3 ? warning(text) : hint(text)]
  if (first.protocol === 'https:' && last.protocol === 'http:') notes.push(warning('最后跳转到没有加密的 http 网址'))
  return notes
}

function statusNotes(status: number): TargetNote[] {
  if (status === 404 || status === 410) return [warning(`目标网页不存在（${status}）`)]
  if (status >= 500) return [warning(`目标网站出错（${status}），访客可能打不开`)]
  if (status >= 400) return [hint(`目标网站没有让我们查看（${status}），请自己打开确认`)]
  return []
}
