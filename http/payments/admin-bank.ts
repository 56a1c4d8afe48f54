import { adminBankCalls, receiptFileRoute } from '#contract/payments/admin-bank.ts'
import { claimAmount } from '#contract/payments/bank.ts'
import { asPlatform } from '#db/connect.ts'
import {
  answerClaim,
  confirmReceipt,
  importStatement,
  listAllClaims,
  listReceipts,
  readClaimForStaff,
  readReceipt,
  readReceiptFile,
  readReceivingAccount,
  recordReceipts,
  requestReceivingAccount,
  returnReceipt,
  saveStatement,
} from '#domain/payments/index.ts'
import type { App } from '#http/server/app.ts'
import { handle, type Services } from '#http/server/serve.ts'
import { serveStaffTableRoutes } from '#http/server/staff-table-route.ts'
import { formatYuan, parseYuanOrThrow } from '#values/money.ts'

export const adminBankHandlers = [
  handle(adminBankCalls.claims, ({ tx }, filter) => listAllClaims(tx, filter)),
  handle(adminBankCalls.claim, ({ tx }, { accountId, claimId }) => readClaimForStaff(tx, accountId, claimId)),
  handle(adminBankCalls.receipts, ({ tx }, filter) => listReceipts(tx, filter)),
  handle(adminBankCalls.receipt, ({ tx }, { receiptId }) => readReceipt(tx, receiptId)),

  handle(adminBankCalls.note, async ({ tx, now, note, staff }, { rows, reason }) => {
    note({ object: `${rows.length}笔`, detail: { reason } })
    const receipts = rows.map(({ amount, ...row }) => ({ ...row, amountHao: claimAmount(amount) }))
    const counts = await recordReceipts(tx, receipts, { staffId: staff.staffId, reason, now: now() })
    note({ detail: { ...counts, reason } })
    return counts
  }),

  handle(adminBankCalls.importStatement, async ({ tx, now, note, staff }, { statementId, openingBalance, closingBalance, reason }) => {
    note({ detail: { reason } })
    const [openingHao, closingHao] = [parseYuanOrThrow(openingBalance), parseYuanOrThrow(closingBalance)]
    const by = { staffId: staff.staffId, reason, now: now() }
    const { day, fileName, sha256, isChained, ...counts } = await importStatement(tx, { statementId, openingHao, closingHao, ...by })
    note({
      object: `${day} ${fileName}`,
      detail: { ...counts, before: formatYuan(openingHao), after: formatYuan(closingHao), text: `SHA-256 ${sha256}`, reason },
    })
    return { ...counts, isChained }
  }),

  handle(adminBankCalls.credit, async ({ tx, now, note, staff }, { receiptId, accountId, claimId, reason }) => {
    const account = accountId
    note({ account, detail: { reason } })
    const { bankSerial, amountHao } = await readReceipt(tx, receiptId)
    const state = await confirmReceipt(tx, { receiptId, account, claimId, staffId: staff.staffId, reason, now: now() })
    note({ object: `${bankSerial} ${formatYuan(amountHao)}`, detail: { outcome: state === 'credited' ? '已入账' : '待复核', reason } })
    return { state }
  }),

  handle(adminBankCalls.giveBack, async ({ tx, now, note, staff }, { receiptId, returnSerial, claim, reason }) => {
    const owner = claim ? { account: claim.accountId, claimId: claim.claimId } : null
    note({ ...(owner ? { account: owner.account } : {}), object: returnSerial, detail: { reason } })
    const amountHao = await returnReceipt(tx, { receiptId, returnSerial, claim: owner, staffId: staff.staffId, reason, now: now() })
    note({ object: `${returnSerial} ${formatYuan(amountHao)}` })
  }),

  handle(adminBankCalls.askMore, async ({ tx, now, note, staff }, { accountId, claimId, reason }) => {
    const account = accountId
    note({ account, detail: { reason } })
    note({ object: await answerClaim(tx, { account, claimId, state: 'more', reason, staffId: staff.staffId, now: now() }) })
  }),

  handle(adminBankCalls.reject, async ({ tx, now, note, staff }, { accountId, claimId, reason }) => {
    const account = accountId
    note({ account, detail: { reason } })
    note({ object: await answerClaim(tx, { account, claimId, state: 'rejected', reason, staffId: staff.staffId, now: now() }) })
  }),

  handle(adminBankCalls.receiving, async ({ tx }) => {
    const found = await readReceivingAccount(tx)
    if (!found) return { receiving: null, since: null }
    const { since, ...receiving } = found
    return { receiving, since }
  }),

  handle(adminBankCalls.setReceiving, async ({ tx, now, note, staff }, { reason, ...account }) => {
    note({ object: `${account.bank} 尾号${account.accountNumber.slice(-4)}`, detail: { outcome: '待复核', reason } })
    await requestReceivingAccount(tx, account, { reason, staffId: staff.staffId, now: now() })
  }),
]

/** Upload and preview of a bank's statement; it credits nothing. */
export const serveReceiptFileRoutes = (app: App, services: Services): void =>
  serveStaffTableRoutes(app, services, receiptFileRoute, async ({ fileName, bytes }, staffId) => {
    const { rows, ...file } = await readReceiptFile(services.db, bytes, services.now())
    const by = { staffId, now: services.now() }
    return { fileName, rows, statement: await asPlatform(services.db, tx => saveStatement(tx, { fileName, bytes, ...file }, by)) }
  })
