import { type ReceivingAccount, receivingAccount } from '#contract/bank.ts'
import type { Tx } from '#db/connect.ts'
import { setReceivingAccount } from '#domain/finance/bank-account.ts'
import { approvalAct, askApproval } from './approval.ts'

/** Asks a second member of staff to change where customers pay to: who can do that alone can have their money. */
export const askReceivingAccount = (
  tx: Tx,
  account: ReceivingAccount,
  asked: { reason: string; staffId: string; now: Date },
): Promise<string> => askApproval(tx, { kind: 'bank-account', account: null, amountHao: 0, payload: account, ...asked })

/** The change, once another one agreed. */
export const receivingAccountAct = approvalAct<ReceivingAccount>({
  schema: receivingAccount,
  facts: ({ holder, accountNumber, bank, bankCode }) => [
    { name: '收款户名', text: holder },
    { name: '账号', text: accountNumber },
    { name: '开户行', text: bank },
    { name: '联行号', text: bankCode },
  ],
  run: (tx, account, { staffId, now }) => setReceivingAccount(tx, { ...account, staffId, now }),
})
