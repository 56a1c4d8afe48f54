import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import type { ReviewState } from '#contract/content/review-state.ts'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { State } from '#ui/display/StateTag.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { reviewStateTags } from '#ui/labels/content.ts'
import { actName, isDangerous, type OpenAct } from './acts.ts'

/** The buttons of a detail; null where no act is possible. */
export const actButtons = (acts: OpenAct[]): ReactNode =>
  acts.length === 0
    ? null
    : acts.map(({ act, onClick, refusedBecause }) => (
        <Tooltip key={act} title={refusedBecause ?? undefined}>
          <Button
            danger={isDangerous(act)}
            type={act === 'submit' ? 'primary' : 'default'}
            disabled={Boolean(refusedBecause)}
            onClick={onClick}
          >
            {actName(act)}
          </Button>
        </Tooltip>
      ))

/** The reviewers' reason for refusing or disabling it. */
export const ReviewReason = ({ state, reason }: { state: ReviewState; reason: string | null }) =>
  reason ? <FormRefusal error={{ message: `${state === 'disabled' ? '停用' : '未通过'}的原因：${reason}` }} /> : null

/** State and time of the review, and what uses it. */
export const reviewFacts = (one: {
  state: ReviewState
  submittedAt: string | null
  reviewedAt: string | null
  expeditedAt: string | null
  lastUsedOn: string | null
  remark: string
  usedBy: string[]
}): [string, ReactNode][] => [
  fact('状态', <State tag={reviewStateTags[one.state]} />),
  fact('提交时间', <Moment at={one.submittedAt} />),
  fact('审核时间', one.reviewedAt ? <Moment at={one.reviewedAt} /> : null),
  fact('催审时间', one.expeditedAt ? <Moment at={one.expeditedAt} /> : null),
  fact('最近使用', one.lastUsedOn ?? '还没有使用'),
  fact('正在使用', one.usedBy.length > 0 ? one.usedBy.join('、') : null),
  fact('申请说明', one.remark || null),
]
