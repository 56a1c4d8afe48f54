import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import type { Permission } from '#contract/identity/permission.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'

/** What reversible acts change, as the screens say it, and the permission to do such an act and to undo it. */
export const undoSubjects = {
  contact: { noun: '联系人', permission: 'phonebook.write' },
  blacklist: { noun: '号码', permission: 'blacklist.write' },
  link: { noun: '短链', permission: 'link.write' },
  signature: { noun: '签名', permission: 'signature.write' },
  template: { noun: '模板', permission: 'template.write' },
} as const satisfies Record<string, { noun: string; permission: Permission }>
export type UndoSubject = keyof typeof undoSubjects

/**
 * What became of a row: restored, or kept because it has changed since, is gone, its place is taken or gone, its person
 * has opted out, or its target was blocked meanwhile.
 */
const undoOutcomes = ['restored', 'changed', 'gone', 'taken', 'homeless', 'opted_out', 'blocked'] as const
export type UndoOutcome = (typeof undoOutcomes)[number]
export type UndoCounts = Partial<Record<UndoOutcome, number>>

const count = z.number().int()
const undoId = idOf('undo')

/**
 * Whether an act can be undone (also once more for the rest after a failure), is being undone, was, or can't be since
 * it changed more rows than are kept.
 */
const undoStates = ['open', 'undoing', 'undone', 'too_large'] as const

/** A reversible act. */
export const undoFacts = z.object({
  undoId,
  subject: z.enum(keysOf(undoSubjects)),
  state: z.enum(undoStates),
  /** Rows that it changed. */
  count,
  expiresAt: moment,
  /** What became of them. */
  counts: z.partialRecord(z.enum(undoOutcomes), count),
  /** Why undoing ended before its end. */
  failure: z.string().nullable(),
})
export type UndoFacts = z.output<typeof undoFacts>

/** Of an act: how to undo it; null: it changed nothing, or too much to be undone. */
export const reversible = { undoId: undoId.nullable() }

const one = z.object({ undoId })

export const undoCalls = {
  /** A large act is undone in the background. */
  undo: post('/api/undo', '撤销操作', member(null), {
    input: one,
    answer: undoFacts,
    refusals: [
      'not_found',
      'not_allowed',
      'undo_done',
      'undo_expired',
      'undo_running',
      'undo_too_large',
      'group_taken',
      'contact_tag_taken',
      'too_many',
    ],
  }),
  one: get('/api/undo/one', '撤销的结果', member(null), { input: one, answer: undoFacts, refusals: ['not_found', 'not_allowed'] }),
}
