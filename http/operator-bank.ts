import { claimAmount } from '#contract/bank.ts'
import { operatorBankCalls, receiptFileDoor } from '#contract/operator-bank.ts'
import { asPlatform } from '#db/connect.ts'
import { readReceivingAccount } from '#domain/finance/bank-account.ts'
import { listAllClaims, readClaimForStaff } from '#domain/staff/bank-claim.ts'
import { readReceiptFile } from '#domain/staff/bank-file.ts'
import { answerClaim, confirmReceipt, listReceipts, noteReceipts, readReceipt, returnReceipt } from '#domain/staff/bank-receipt.ts'
import { importStatement, keepStatement } from '#domain/staff/bank-statement.ts'
import { askReceivingAccount } from '#domain/staff/receiving-account.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan, parseYuan } from '#values/money.ts'
import type { App } from './app.ts'
import { type Doors, handle } from './serve.ts'
import { serveStaffTableDoor } from './staff-table-door.ts'

export const operatorBankHandlers = [
  handle(operatorBankCalls.claims, ({ tx }, filter) => listAllClaims(tx, filter)),
  handle(operatorBankCalls.claim, ({ tx }, { accountId, claimId }) => readClaimForStaff(tx, accountId as AccountId, claimId)),
  handle(operatorBankCalls.receipts, ({ tx }, filter) => listReceipts(tx, filter)),
  handle(operatorBankCalls.receipt, ({ tx }, { receiptId }) => readReceipt(tx, receiptId)),

  handle(operatorBankCalls.note, async ({ tx, now, note, staff }, { rows, reason }) => {
    note({ object: `${rows.length}笔`, detail: { reason } })
    const receipts = rows.map(({ amount, ...row }) => ({ ...row, amountHao: claimAmount(amount) }))
    const counts = await noteReceipts(tx, receipts, { staffId: staff.staffId, reason, now: now() })
    note({ detail: { ...counts, reason } })
    return counts
  }),

  handle(operatorBankCalls.importStatement, async ({ tx, now, note, staff }, { statementId, openingBalance, closingBalance, reason }) => {
    note({ detail: { reason } })
    const [openingHao, closingHao] = [parseYuan(openingBalance)!, parseYuan(closingBalance)!]
    const by = { staffId: staff.staffId, reason, now: now() }
    const { day, fileName, sha256, isChained, ...counts } = await importStatement(tx, { statementId, openingHao, closingHao, ...by })
    note({
      object: `${day} ${fileName}`,
      detail: { ...counts, before: formatYuan(openingHao), after: formatYuan(closingHao), text: `SHA-256 ${sha256}`, reason },
    })
    return { ...counts, isChained }
  }),

  handle(operatorBankCalls.credit, async ({ tx, now, note, staff }, { receiptId, accountId, claimId, reason }) => {
    const account = accountId as AccountId
    note({ account, detail: { reason } })
    const { bankSerial, amountHao } = await readReceipt(tx, receiptId)
    const state = await confirmReceipt(tx, { receiptId, account, claimId, staffId: staff.staffId, reason, now: now() })
    note({ object: `${bankSerial} ${formatYuan(amountHao)}`, detail: { outcome: state === 'credited' ? '已入账' : '待复核', reason } })
    return { state }
  }),

  handle(operatorBankCalls.giveBack, async ({ tx, now, note, staff }, { receiptId, returnSerial, claim, reason }) => {
    const owner = claim ? { account: claim.accountId as AccountId, claimId: claim.claimId } : null
    note({ ...(owner ? { account: owner.account } : {}), object: returnSerial, detail: { reason } })
    const amountHao = await returnReceipt(tx, { receiptId, returnSerial, claim: owner, staffId: staff.staffId, reason, now: now() })
    note({ object: `${returnSerial} ${formatYuan(amountHao)}` })
    return {}
  }),

  handle(operatorBankCalls.askMore, async ({ tx, now, note, staff }, { accountId, claimId, reason }) => {
    const account = accountId as AccountId
    note({ account, detail: { reason } })
    note({ object: await answerClaim(tx, { account, claimId, state: 'more', reason, staffId: staff.staffId, now: now() }) })
    return {}
  }),

  handle(operatorBankCalls.reject, async ({ tx, now, note, staff }, { accountId, claimId, reason }) => {
    const account = accountId as AccountId
    note({ account, detail: { reason } })
    note({ object: await answerClaim(tx, { account, claimId, state: 'rejected', reason, staffId: staff.staffId, now: now() }) })
    return {}
  }),

  handle(operatorBankCalls.receiving, async ({ tx }) => {
    const found = await readReceivingAccount(tx)
    if (!found) return { receiving: null, since: null }
    const { since, ...receiving } = found
    return { receiving, since }
  }),

  handle(operatorBankCalls.setReceiving, async ({ tx, now, note, staff }, { reason, ...account }) => {
    note({ object: `${account.bank} 尾号${account.accountNumber.slice(-4)}`, detail: { outcome: '待复核', reason } })
    await askReceivingAccount(tx, account, { reason, staffId: staff.staffId, now: now() })
    return {}
  }),
]

/** A bank's statement goes up as bytes and comes back as it was understood; nothing is credited by that. */
export const serveReceiptFileDoor = (app: App, doors: Doors): void =>
  serveStaffTableDoor(app, doors, receiptFileDoor, async ({ fileName, bytes }, staffId) => {
    const { rows, ...file } = await readReceiptFile(doors.db, bytes, doors.now())
    const by = { staffId, now: doors.now() }
    return { fileName, rows, statement: await asPlatform(doors.db, tx => keepStatement(tx, { fileName, bytes, ...file }, by)) }
  })
