import type { ReversibleAct } from '#domain/undo-record/index.ts'
import { newId } from '#values/id.ts'
import type { MemberContext } from './serve.ts'

/** Does an act that can be undone, and notes how in its line of the audit log. */
export async function reversibly<Answer extends { undoId: string | null }>(
  { member, now, note }: MemberContext,
  act: (by: ReversibleAct) => Promise<Answer>,
): Promise<Answer> {
  const answer = await act({ undoId: newId(), memberId: member.memberId, now: now() })
  note({ undoId: answer.undoId })
  return answer
}

/** Starts a task whose changes can be undone, under its id. */
export async function startReversibly<Answer extends { taskId: string | null }>(
  { member, now, note }: MemberContext,
  start: (by: { memberId: string; now: Date }) => Promise<Answer>,
): Promise<Answer> {
  const answer = await start({ memberId: member.memberId, now: now() })
  note({ undoId: answer.taskId })
  return answer
}
