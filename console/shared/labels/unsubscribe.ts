import type { OptOutPageAct } from '#contract/unsubscribe/opt-out-page.ts'

export const optOutPageActNames: Record<OptOutPageAct, string> = { refuse: '拒收', restore: '恢复接收', complain: '投诉' }
