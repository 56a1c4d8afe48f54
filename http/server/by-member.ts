import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import type { MemberContext } from './serve.ts'

interface By {
  memberId: string
  now: Date
}

/** Answers a call with an act of the domain that needs the member and the time. */
export const byMember =
  <Input extends By, Answer>(act: (tx: Tx, account: AccountId, input: Input) => Promise<Answer>) =>
  ({ tx, account, member, now }: MemberContext, input: Omit<Input, keyof By>) =>
    act(tx, account, { ...input, memberId: member.memberId, now: now() } as Input)
