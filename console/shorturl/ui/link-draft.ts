import type { CallAnswerWire, CallInputWire } from '#contract/call.ts'
import { type linkCalls, linkPasswordRule, linkTitleRule, ownCodeRule, timesProblem, visitLimitRule } from '#contract/links/link.ts'
import { type Device, type InApp, linkRule, linkTarget, maxRules, type ReferrerPolicy } from '#contract/links/link-rule.ts'
import { linkTagsRule } from '#contract/links/link-tag.ts'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { pairsOf } from '#values/keys.ts'
import type { Province } from '#values/province.ts'

export type WholeLink = CallAnswerWire<typeof linkCalls.one>

/** A rule in the form. `key` is the form's own; empty lists mean everybody; no targets: 「请在浏览器打开」. */
export interface RuleDraft {
  key: string
  devices: Device[]
  inApps: InApp[]
  provinces: Province[]
  /** Asks visitors to open the link in their browser instead of redirecting. */
  isInterstitial: boolean
  targets: { key: string; target: string; weight: number }[]
}

/** A link in the form. Times are texts of the input in China time: `2026-11-21T08:00`. */
export interface LinkDraft {
  target: string
  domain: string
  ownCode: string
  title: string
  tags: string[]
  linkGroupId: string | null
  startsAt: string
  life: 'forever' | 'days' | 'date'
  days: number | null
  endsAt: string
  endedTarget: string
  visitLimit: number | null
  /** Empty: none, or the existing one stays when `keepsPassword`. */
  password: string
  keepsPassword: boolean
  hasHours: boolean
  activeFromMinute: number
  activeUntilMinute: number
  rules: RuleDraft[]
  passesQuery: boolean
  referrerPolicy: ReferrerPolicy
}

export const emptyLink: LinkDraft = {
  target: '',
  domain: '',
  ownCode: '',
  title: '',
  tags: [],
  linkGroupId: null,
  startsAt: '',
  life: 'forever',
  days: 30,
  endsAt: '',
  endedTarget: '',
  visitLimit: null,
  password: '',
  keepsPassword: false,
  hasHours: false,
  activeFromMinute: 9 * 60,
  activeUntilMinute: 21 * 60,
  rules: [],
  passesQuery: false,
  referrerPolicy: 'strict-origin-when-cross-origin',
}

let made = 0
const newKey = () => {
  made += 1
  return `key${made}`
}
export const newTarget = (target = '', weight = 1) => ({ key: newKey(), target, weight })
export const newRule = (): RuleDraft => ({
  key: newKey(),
  devices: [],
  inApps: [],
  provinces: [],
  isInterstitial: false,
  targets: [newTarget()],
})

const inputText = (at: string | null) => (at ? formatChinaTime(new Date(at)).slice(0, 16).replace(' ', 'T') : '')
/** The time of an input with China's offset; null while it is incomplete or empty. */
const momentOf = (text: string) => (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? new Date(`${text}:00+08:00`) : null)

/** A link as form values. */
export const draftOf = (link: WholeLink): LinkDraft => ({
  target: link.target,
  domain: link.domain,
  ownCode: link.code,
  title: link.title,
  tags: link.tags,
  linkGroupId: link.linkGroupId,
  startsAt: inputText(link.startsAt),
  life: link.endsAt ? 'date' : 'forever',
  days: emptyLink.days,
  endsAt: inputText(link.endsAt),
  endedTarget: link.endedTarget ?? '',
  visitLimit: link.visitLimit,
  password: '',
  keepsPassword: link.hasPassword,
  hasHours: link.activeFromMinute !== null,
  activeFromMinute: link.activeFromMinute ?? emptyLink.activeFromMinute,
  activeUntilMinute: link.activeUntilMinute ?? emptyLink.activeUntilMinute,
  rules: link.rules.map(({ devices = [], inApps = [], provinces = [], targets }) => ({
    key: newKey(),
    devices,
    inApps,
    provinces,
    isInterstitial: targets.length === 0,
    targets: targets.map(one => newTarget(one.target, one.weight)),
  })),
  passesQuery: link.passesQuery,
  referrerPolicy: link.referrerPolicy,
})

/** A new link like an existing one, which keeps its own code and password. */
export const copyOf = (link: WholeLink): LinkDraft => ({ ...draftOf(link), ownCode: '', keepsPassword: false })

const some = <Item>(list: Item[]) => (list.length > 0 ? { list } : {})
const ruleOf = ({ devices, inApps, provinces, isInterstitial, targets }: RuleDraft) => ({
  devices: some(devices).list,
  inApps: some(inApps).list,
  provinces: some(provinces).list,
  targets: isInterstitial ? [] : targets.map(({ target, weight }) => ({ target, weight })),
})

/** End of a link by its form: days count from its start, or from now. */
function endOf({ life, days, endsAt, startsAt }: LinkDraft, now: number): Date | null {
  if (life === 'forever') return null
  if (life === 'date') return momentOf(endsAt)
  return days === null ? null : new Date((momentOf(startsAt)?.getTime() ?? now) + days * 86_400_000)
}

/** A link's fields as input of the calls. */
function changesOf(draft: LinkDraft, now: number) {
  return {
    target: draft.target,
    title: draft.title,
    tags: draft.tags,
    linkGroupId: draft.linkGroupId,
    startsAt: momentOf(draft.startsAt)?.toISOString() ?? null,
    endsAt: endOf(draft, now)?.toISOString() ?? null,
    endedTarget: draft.endedTarget.trim() || null,
    visitLimit: draft.visitLimit,
    activeFromMinute: draft.hasHours ? draft.activeFromMinute : null,
    activeUntilMinute: draft.hasHours ? draft.activeUntilMinute : null,
    rules: draft.rules.map(ruleOf),
    passesQuery: draft.passesQuery,
    referrerPolicy: draft.referrerPolicy,
  }
}

export const newLinkOf = (draft: LinkDraft, now: number): CallInputWire<typeof linkCalls.create> => ({
  ...changesOf(draft, now),
  domain: draft.domain,
  ownCode: draft.ownCode.trim() || null,
  password: draft.password || null,
})

/** Only the fields that differ from the opened form, so that concurrent changes of others stay. */
export function editOf(first: LinkDraft, draft: LinkDraft, now: number): Omit<CallInputWire<typeof linkCalls.edit>, 'linkId'> {
  const [before, after] = [changesOf(first, now), changesOf(draft, now)]
  const changed = pairsOf(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
  const password =
    draft.password !== '' ? { password: draft.password } : first.keepsPassword && !draft.keepsPassword ? { password: null } : {}
  return { ...Object.fromEntries(changed), ...password }
}

export type LinkProblems = Partial<Record<keyof LinkDraft, string>>

/** The missing part of a rule, by the parts of its card. */
export function ruleProblem(rule: RuleDraft): string | null {
  const isForAll = rule.devices.length + rule.inApps.length + rule.provinces.length === 0
  if (isForAll && rule.targets.length < 2) return '请选择至少一个条件；对所有访客分流，请添加两个以上的目标网址'
  return ruleMessage(linkRule, ruleOf(rule))
}

/** Errors that prevent saving a link, in the order of the form. `first`: the values of the opened form. */
export function problemsOf(draft: LinkDraft, now: number, first: LinkDraft = emptyLink): LinkProblems {
  const problems: LinkProblems = {}
  const set = (name: keyof LinkDraft, problem: string | null) => {
    if (problem !== null) problems[name] ??= problem
  }
  set('target', ruleMessage(linkTarget, draft.target))
  if (draft.ownCode.trim() !== '') set('ownCode', ruleMessage(ownCodeRule, draft.ownCode))
  set('title', ruleMessage(linkTitleRule, draft.title))
  set('tags', ruleMessage(linkTagsRule, draft.tags))
  if (draft.life === 'days' && draft.days === null) set('days', '请填写天数')
  if (draft.life === 'date') set('endsAt', momentOf(draft.endsAt) === null ? '请选择失效时间' : null)
  const ends = endOf(draft, now)
  // An end in the past stays valid while other fields are changed.
  const isKept = draft.life === first.life && draft.endsAt === first.endsAt
  if (ends && ends.getTime() <= now && !isKept) set('endsAt', '失效时间须晚于现在')
  if (draft.endedTarget.trim() !== '') set('endedTarget', ruleMessage(linkTarget, draft.endedTarget))
  if (draft.visitLimit !== null) set('visitLimit', ruleMessage(visitLimitRule, draft.visitLimit))
  if (draft.password !== '') set('password', ruleMessage(linkPasswordRule, draft.password))
  const { activeFromMinute, activeUntilMinute } = draft
  const hours = draft.hasHours ? { activeFromMinute, activeUntilMinute } : {}
  const times = timesProblem({ startsAt: momentOf(draft.startsAt), endsAt: ends, ...hours })
  if (times) set(times.path, times.message)
  if (draft.rules.length > maxRules) set('rules', `最多${maxRules}条规则`)
  const wrong = draft.rules.findIndex(rule => ruleProblem(rule) !== null)
  if (wrong >= 0) set('rules', `第${wrong + 1}条规则：${ruleProblem(draft.rules[wrong]!)}`)
  return problems
}
