import { z } from 'zod'
import { get, member } from '#contract/call.ts'
import { amountRule } from '#contract/rules.ts'
import { flag, idOf, moment, pageOf, pageSize, wholeNumber } from '#contract/scalars.ts'
import { terms } from '#contract/terms.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

/**
 * Kinds of balance entries, with the texts of the screens. Holds and releases move nothing between the customer and us.
 */
export const entryKinds = {
  recharge: '充值',
  grant: '赠送',
  purchase: '购买套餐',
  post: '短信消费',
  refund: '退款',
  withdraw: '提现',
  adjust: '调整',
  expire: '赠送过期',
  hold: '冻结',
  void: '解冻',
} as const
export const entryDirections = { in: '收入', out: '支出' } as const
export type EntryKind = keyof typeof entryKinds

/** Left out by default: they come with every sent message. */
export const holdingKinds = ['hold', 'void'] as const satisfies readonly EntryKind[]

/** 余额 and bonus credit: each has a statement of its own, which ties by itself. */
export const wallets = {
  cash: { name: terms.balance, kinds: ['recharge', 'purchase', 'post', 'refund', 'withdraw', 'adjust', 'hold', 'void'] },
  bonus: { name: terms.bonus, kinds: ['grant', 'purchase', 'post', 'refund', 'expire', 'hold', 'void'] },
} as const satisfies Record<string, { name: string; kinds: readonly EntryKind[] }>
export type Wallet = keyof typeof wallets

const kind = z.enum(keysOf(entryKinds))
const hao = z.number().int()

export const entryFilter = z.object({
  from: moment,
  until: moment,
  kind: kind.optional(),
  /** Unset: the balance. */
  wallet: z.enum(keysOf(wallets)).optional(),
  /** With holds and releases, when no kind is chosen. */
  hasHolds: flag.optional(),
  /** Only incoming, or only outgoing amounts. */
  direction: z.enum(['in', 'out']).optional(),
  /** Yuan, both inclusive. */
  least: amountRule.optional(),
  most: amountRule.optional(),
  /** Of its recharge (ours or the gateway's number), order or withdrawal. */
  number: z.string().trim().max(64).optional(),
})
export type EntryFilter = z.output<typeof entryFilter>

const ranged = entryFilter.refine(
  ({ from, until }) => until > from && until.getTime() - from.getTime() <= limits.statementDays * 86_400_000,
  { error: `一次最多查询${limits.statementDays}天`, path: ['until'] },
)

/** What an entry refers to, with the texts of the screen and of files. */
export const relatedNames = { recharge: '充值单', withdrawal: '提现单', order: '订单', broadcast: '群发任务', app: '应用' } as const

/** What an entry refers to, where that has a page of its own. */
const related = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('recharge'), rechargeId: idOf('recharge'), number: z.string() }),
  z.object({ kind: z.literal('withdrawal'), withdrawalId: idOf('withdrawal'), number: z.string() }),
  z.object({ kind: z.literal('order'), orderId: idOf('order'), number: z.string(), name: z.string() }),
  z.object({ kind: z.literal('broadcast'), broadcastId: idOf('broadcast'), name: z.string() }),
  z.object({ kind: z.literal('app'), appId: idOf('app'), name: z.string() }),
])

const entry = z.object({
  /** Sequence number of the account's entries, without gaps. */
  entryNumber: z.number().int(),
  at: moment,
  kind,
  amountHao: hao,
  /** Into the wallet, out of it, or between spendable and held. */
  direction: z.enum(['in', 'out', 'within']),
  availableAfterHao: hao,
  heldAfterHao: hao,
  related: related.nullable(),
  /** The gateway's number of the recharge, or of the order's payment. */
  gatewayNumber: z.string().nullable(),
  remark: z.string().nullable(),
})

export const transactionCalls = {
  list: get('/api/transactions', '收支明细', member('finance.read'), {
    input: ranged.safeExtend({ cursor: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(), pageSize }),
    answer: pageOf(entry),
  }),
  totals: get('/api/transactions/totals', '收支合计', member('finance.read'), {
    input: ranged /**
     * Opening and closing include held amounts, over the whole range; in and out are sums of the filtered entries.
     * Without a kind filter: opening + in − out = closing.
     */,
    answer: z.object({ openingHao: hao, inHao: hao, outHao: hao, closingHao: hao, entryCount: z.number().int() }),
  }),
}
