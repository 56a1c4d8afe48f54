import { z } from 'zod'
import { saleKinds, saleUnit } from '#contract/orders/package.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { customerName } from '#domain/account/index.ts'
import { allowDebt, balancesOf, bookTransfers, grantSegments, openLedgerAccounts } from '#domain/ledger/index.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { accountApprovalAct, requestApproval } from '#domain/staff/index.ts'
import { chinaDay } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { formatYuan } from '#values/money.ts'

const dayMs = 86_400_000

interface Asking {
  reason: string
  staffId: string
  now: Date
}

const gift = z.object({
  kind: z.enum(keysOf(saleKinds)),
  name: z.string(),
  segmentCount: z.number().int().positive(),
  validityDays: z.number().int().positive(),
})
export type Gift = z.output<typeof gift>

/** Requests approval of a package as a gift. Returns the approval's id. Refuses `not_found`. */
export async function requestGift(tx: Tx, account: AccountId, payload: Gift, asking: Asking): Promise<string> {
  await customerName(tx, account)
  return requestApproval(tx, { kind: 'gift', account, amountHao: 0, payload, ...asking })
}

/** The package's validity starts when it is granted. */
export const giftAct = accountApprovalAct<Gift>({
  schema: gift,
  facts: ({ kind, name, segmentCount, validityDays }) => [
    { name: '套餐', text: name },
    { name: '类型', text: saleKinds[kind] },
    { name: '数量', text: `${segmentCount.toLocaleString('en-US')} ${saleUnit(kind)}` },
    { name: '有效期', text: `${validityDays} 天，自通过起` },
  ],
  run: async (tx, { validityDays, ...payload }, { approvalId, account, reason, now }) => {
    await customerName(tx, account)
    await grantSegments(tx, account, {
      ...payload,
      grantId: approvalId,
      source: 'gift',
      startsAt: now,
      expiresAt: new Date(now.getTime() + validityDays * dayMs),
      remark: reason,
    })
  },
})

const bonus = z.object({ name: z.string(), validityDays: z.number().int().positive() })

/**
 * Requests approval of bonus credit (赠送金) that expires after so many days. Returns the approval's id. Refuses
 * `not_found`.
 */
export async function requestBonus(
  tx: Tx,
  account: AccountId,
  { amountHao, ...payload }: z.output<typeof bonus> & { amountHao: number },
  asking: Asking,
): Promise<string> {
  await customerName(tx, account)
  return requestApproval(tx, { kind: 'bonus', account, amountHao, payload, ...asking })
}

/** Its validity starts when it is granted. */
export const bonusAct = accountApprovalAct<z.output<typeof bonus>>({
  schema: bonus,
  facts: ({ name, validityDays }) => [
    { name: '名称', text: name },
    { name: '有效期', text: `${validityDays} 天，自通过起` },
  ],
  run: async (tx, { name, validityDays }, { approvalId, account, amountHao, reason, now }) => {
    await customerName(tx, account)
    const expiresAt = new Date(now.getTime() + validityDays * dayMs)
    await grantSegments(tx, account, {
      grantId: approvalId,
      kind: 'bonus',
      name,
      segmentCount: amountHao,
      source: 'gift',
      startsAt: now,
      expiresAt,
      remark: reason,
    })
    await notifyAccount(tx, account, {
      kind: 'finance',
      title: `收到赠送金${formatYuan(amountHao)}`,
      body: `“${name}”已到账，${chinaDay(expiresAt)}到期。购买套餐和按条付费时先用赠送金，再用余额；赠送金不能提现，也不开发票。`,
      link: '/system/finance/transaction?wallet=bonus',
      now,
    })
  },
})

const adjust = z.object({ direction: z.enum(['in', 'out']), mayOwe: z.boolean().optional() })

/**
 * Requests approval of a balance adjustment of so many hao; with `mayOwe` also below zero. Returns the approval's id.
 * Refuses `not_found`, `balance_insufficient`.
 */
export async function requestAdjust(
  tx: Tx,
  account: AccountId,
  { direction, amountHao, mayOwe = false }: { direction: 'in' | 'out'; amountHao: number; mayOwe?: boolean },
  asking: Asking,
): Promise<string> {
  await customerName(tx, account)
  if (direction === 'out' && !mayOwe) await checkBalance(tx, account, amountHao)
  const signedHao = direction === 'in' ? amountHao : -amountHao
  return requestApproval(tx, {
    kind: 'adjust',
    account,
    amountHao: signedHao,
    payload: { direction, ...(mayOwe ? { mayOwe } : {}) },
    ...asking,
  })
}

async function checkBalance(tx: Tx, account: AccountId, amountHao: number): Promise<void> {
  const { availableHao } = await balancesOf(tx, account)
  if (availableHao < amountHao) refuse('balance_insufficient', { missing: formatYuan(amountHao - availableHao) })
}

async function openDebt(tx: Tx, account: AccountId, amountHao: number): Promise<void> {
  await openLedgerAccounts(tx, account, null, 'cny')
  const { availableHao } = await balancesOf(tx, account)
  if (amountHao > availableHao) await allowDebt(tx, account, amountHao - availableHao)
}

export const adjustAct = accountApprovalAct<z.output<typeof adjust>>({
  schema: adjust,
  facts: ({ direction, mayOwe }) => [{ name: '方向', text: direction === 'in' ? '调增余额' : mayOwe ? '调减余额，可以欠费' : '调减余额' }],
  run: async (tx, { direction, mayOwe }, { approvalId, account, amountHao, reason, now }) => {
    await customerName(tx, account)
    if (direction === 'out') await (mayOwe ? openDebt : checkBalance)(tx, account, -amountHao)
    const [outside, available] = [{ purpose: 'outside', grantId: null } as const, { purpose: 'available', grantId: null } as const]
    await bookTransfers(tx, account, [
      {
        transferId: newId(),
        ...(direction === 'in' ? { from: outside, to: available } : { from: available, to: outside }),
        amount: Math.abs(amountHao),
        kind: 'adjust',
        referenceId: approvalId,
        remark: reason,
        at: now,
      },
    ])
  },
})
