import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { ReviewState } from '#contract/review-state.ts'
import { FormRefusal } from '../../ui/FormRefusal.tsx'
import { actName, isDangerous, type OpenAct } from './acts.ts'

/** The buttons of a detail; null where nothing can be done. */
export const actButtons = (acts: OpenAct[]): ReactNode =>
  acts.length === 0
    ? null
    : acts.map(({ act, onClick }) => (
        <Button key={act} danger={isDangerous(act)} type={act === 'submit' ? 'primary' : 'default'} onClick={onClick}>
          {actName(act)}
        </Button>
      ))

/** Why staff refused or disabled it. */
export const ReviewReason = ({ state, reason }: { state: ReviewState; reason: string | null }) =>
  reason ? <FormRefusal error={{ message: `${state === 'disabled' ? '停用' : '未通过'}的原因：${reason}` }} /> : null
