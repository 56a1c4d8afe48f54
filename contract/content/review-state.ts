/**
 * States of signatures and templates, with the texts of the screens. Deleted ones are hidden, and so are unsent ones:
 * texts written for one broadcast and submitted with it.
 */
export const reviewStates = {
  unsent: '未提交',
  draft: '草稿',
  reviewing: '审核中',
  approved: '已通过',
  rejected: '未通过',
  disabled: '已停用',
  deleted: '已删除',
} as const
export type ReviewState = keyof typeof reviewStates
export const shownStates = ['draft', 'reviewing', 'approved', 'rejected', 'disabled'] as const satisfies readonly ReviewState[]

interface Transition {
  name: string
  from: readonly ReviewState[]
  /** Null: the state doesn't change. */
  to: ReviewState | null
  by: readonly ('member' | 'staff')[]
}

const transitions = {
  edit: { name: '修改', from: ['draft', 'rejected'], to: null, by: ['member'] },
  submit: { name: '提交审核', from: ['draft', 'rejected'], to: 'reviewing', by: ['member'] },
  withdraw: { name: '撤回', from: ['reviewing'], to: 'draft', by: ['member'] },
  expedite: { name: '催审', from: ['reviewing'], to: null, by: ['member'] },
  approve: { name: '通过', from: ['reviewing'], to: 'approved', by: ['staff'] },
  reject: { name: '驳回', from: ['reviewing'], to: 'rejected', by: ['staff'] },
  disable: { name: '停用', from: ['approved'], to: 'disabled', by: ['member', 'staff'] },
  enable: { name: '启用', from: ['disabled'], to: 'approved', by: ['member'] },
  delete: { name: '删除', from: ['draft', 'rejected', 'approved', 'disabled'], to: 'deleted', by: ['member'] },
} as const satisfies Record<string, Transition>

/** State machine of each act, and who may do it: buttons, refusals, SQL and tests use these tables. */
export const signatureCan = {
  ...transitions,
  makeDefault: { name: '设为默认', from: ['approved'], to: null, by: ['member'] },
} as const satisfies Record<string, Transition>
export const templateCan = {
  ...transitions,
  copy: { name: '复制', from: ['draft', 'reviewing', 'approved', 'rejected', 'disabled'], to: null, by: ['member'] },
} as const satisfies Record<string, Transition>
export type SignatureAct = keyof typeof signatureCan
export type TemplateAct = keyof typeof templateCan

export const maySignature = (act: SignatureAct, state: ReviewState) => signatureCan[act].from.some(one => one === state)
export const mayTemplate = (act: TemplateAct, state: ReviewState) => templateCan[act].from.some(one => one === state)

/** Events in the history of a signature or template. */
export const reviewDecisions = [
  'submitted',
  'withdrawn',
  'expedited',
  'approved',
  'rejected',
  'disabled',
  'enabled',
  'deleted',
  'restored',
] as const
export type ReviewDecision = (typeof reviewDecisions)[number]
export const reviewDecisionTones = {
  submitted: 'progress',
  withdrawn: 'ended',
  expedited: 'waiting',
  approved: 'good',
  rejected: 'bad',
  disabled: 'ended',
  enabled: 'good',
  deleted: 'ended',
  restored: 'good',
} as const satisfies Record<ReviewDecision, string>
