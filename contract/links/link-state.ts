/** What a short link can be, in the words of the screens. `scheduled` and `expired` stand in no row: they are active links whose time
 * has not come or is over. */
export const linkStates = {
  reviewing: { name: '审核中', tone: 'waiting' },
  active: { name: '生效中', tone: 'good' },
  scheduled: { name: '未生效', tone: 'waiting' },
  disabled: { name: '已停用', tone: 'ended' },
  rejected: { name: '已拒绝', tone: 'bad' },
  blocked: { name: '已封禁', tone: 'bad' },
  expired: { name: '已过期', tone: 'ended' },
} as const
export type ShownLinkState = keyof typeof linkStates
export type LinkState = Exclude<ShownLinkState, 'scheduled' | 'expired'>
export const storedLinkStates = Object.keys(linkStates).filter(state => state !== 'scheduled' && state !== 'expired') as [
  LinkState,
  ...LinkState[],
]

interface Transition {
  name: string
  from: readonly LinkState[]
  /** Null: the state stays, or follows from where the link leads. */
  to: LinkState | null
}

/** From which states each act of a member leads where: buttons, refusals and tests go by this table. Enabling checks the targets anew. */
export const linkCan = {
  edit: { name: '修改', from: ['reviewing', 'active', 'disabled', 'rejected'], to: null },
  disable: { name: '停用', from: ['reviewing', 'active'], to: 'disabled' },
  enable: { name: '启用', from: ['disabled'], to: null },
  delete: { name: '删除', from: ['reviewing', 'active', 'disabled', 'rejected', 'blocked'], to: null },
} as const satisfies Record<string, Transition>
export type LinkAct = keyof typeof linkCan

export const mayLink = (act: LinkAct, state: LinkState): boolean => (linkCan[act].from as readonly LinkState[]).includes(state)

/** How a link stands at a moment, as people read it. */
export function shownLinkState(
  state: LinkState,
  { startsAt, endsAt }: { startsAt: Date | null; endsAt: Date | null },
  now: Date,
): ShownLinkState {
  if (state !== 'active') return state
  if (endsAt !== null && endsAt <= now) return 'expired'
  return startsAt !== null && startsAt > now ? 'scheduled' : state
}
