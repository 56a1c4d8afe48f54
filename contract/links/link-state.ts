import { keysOf } from '#values/keys.ts'

/**
 * States of a short link, with the texts of the screens. `scheduled` and `expired` aren't stored: they are active links
 * before their start or after their end.
 */
export const linkStates = {
  reviewing: '审核中',
  active: '生效中',
  scheduled: '未生效',
  disabled: '已停用',
  rejected: '已拒绝',
  blocked: '已封禁',
  expired: '已过期',
} as const
export type ShownLinkState = keyof typeof linkStates
export type LinkState = Exclude<ShownLinkState, 'scheduled' | 'expired'>
export const storedLinkStates = keysOf(linkStates).filter(state => state !== 'scheduled' && state !== 'expired')

interface Transition {
  name: string
  from: readonly LinkState[]
  /** Null: unchanged, or determined by the target. */
  to: LinkState | null
}

/** State machine of members' acts: buttons, refusals and tests use this table. Enabling checks the targets again. */
export const linkCan = {
  edit: { name: '修改', from: ['reviewing', 'active', 'disabled', 'rejected'], to: null },
  disable: { name: '停用', from: ['reviewing', 'active'], to: 'disabled' },
  enable: { name: '启用', from: ['disabled'], to: null },
  delete: { name: '删除', from: ['reviewing', 'active', 'disabled', 'rejected', 'blocked'], to: null },
} as const satisfies Record<string, Transition>
export type LinkAct = keyof typeof linkCan

export const mayLink = (act: LinkAct, state: LinkState): boolean => linkCan[act].from.some(one => one === state)

/** A link's state at a moment, as people see it. */
export function shownLinkState(
  state: LinkState,
  { startsAt, endsAt }: { startsAt: Date | null; endsAt: Date | null },
  now: Date,
): ShownLinkState {
  if (state !== 'active') return state
  if (endsAt !== null && endsAt <= now) return 'expired'
  return startsAt !== null && startsAt > now ? 'scheduled' : state
}
