import { type NameSupport, type ReceiptRule, receiptStates } from '#contract/payments/admin-bank.ts'
import type { WithdrawalView } from '#contract/payments/admin-withdrawal.ts'
import type { LedgerInvariant } from '#contract/payments/ledger-invariant.ts'
import type { DifferenceProblem, StatementState } from '#contract/payments/reconciliation.ts'
import { type Tag, tagged } from '#ui/display/StateTag.tsx'

export const receiptStateTags = tagged(receiptStates, { waiting: 'waiting', approving: 'waiting', credited: 'good', returned: 'ended' })

export const receiptRuleNames: Record<ReceiptRule, string> = {
  code: '附言有识别码',
  claim: '客户认领',
  attested: '户名与实名一致',
  registered: '户名已登记',
  manual: '人工指定',
}

export const nameSupportTags: Record<NameSupport, Tag> = {
  attested: { name: '户名与实名一致', tone: 'good' },
  registered: { name: '户名已登记', tone: 'good' },
  none: { name: '户名不一致', tone: 'bad' },
}

export const withdrawalViewNames: Record<WithdrawalView, string> = {
  open: '待审核',
  running: '退款中',
  abnormal: '待人工处理',
  ended: '已结束',
}

export const ledgerInvariantTexts = {
  ledger: { code: 'I1–I5', name: '复式记账', about: '余额＝分录之和；每种资产借贷为零；冻结＝未了结的冻结；发送成功条数＝扣费条数' },
  T1: { code: 'T1', name: '收支连续', about: '每月：期初＋收入−支出＝期末，期末＝最后一笔后的余额' },
  T2: { code: 'T2', name: '消费一致', about: '每月：收支明细里的消费＝消费明细的现金＝账单合计' },
  T3: { code: 'T3', name: '可开票', about: '累计现金消费（减退款）＝可开票＋申请中＋已开票，按产品' },
  T4: { code: 'T4', name: '套餐平衡', about: '购买或赠送的条数＝剩余＋冻结＋已用＋已退或已过期' },
  T5: { code: 'T5', name: '扣费条数', about: '每月已扣费短信的条数＝套餐抵扣＋按量条数' },
  T6: { code: 'T6', name: '渠道对账', about: '每天各渠道的充值与退款＝渠道的对账单' },
  bank: { code: 'T7', name: '银行对账', about: '每笔汇款入账都在当天导入的银行流水上；流水逐日相接：期初＋收支＝期末；银行充值＝银行到账' },
  charge: { code: 'I13', name: '每日汇总', about: '每日消费汇总＝逐笔分录按日重新相加' },
  bill: { code: 'I11', name: '账单不变', about: '已出账的月份与出账时的指纹一致，且没有月份缺失' },
} as const satisfies Record<LedgerInvariant, object>

export const statementStateTags: Record<StatementState, Tag> = {
  asked: { name: '正在核对', tone: 'waiting' },
  absent: { name: '没有取到账单', tone: 'bad' },
  agrees: { name: '一致', tone: 'good' },
  differs: { name: '有差异', tone: 'bad' },
}

export const differenceProblemNames: Record<DifferenceProblem, string> = {
  theirs_only: '通道有，平台没有',
  ours_only: '平台有，通道没有',
  amount: '金额不同',
  unbooked: '通道已收款，平台未入账',
}
