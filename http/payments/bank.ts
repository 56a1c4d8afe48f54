import type { FastifyReply, FastifyRequest } from 'fastify'
import { bankCalls, bankLetterRoute, claimAmount } from '#contract/payments/bank.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import {
  addPayerName,
  attestedNameOf,
  bankLetter,
  cancelClaim,
  createClaim,
  listClaims,
  payerNamesOf,
  readClaim,
  readReceivingAccount,
  readTransferCode,
  removePayerName,
  resubmitClaim,
} from '#domain/payments/index.ts'
import type { App } from '#http/server/app.ts'
import { requireMember } from '#http/server/member.ts'
import { handle, type Services } from '#http/server/serve.ts'
import { formatYuan } from '#values/money.ts'

export const bankHandlers = [
  handle(bankCalls.account, async ({ tx, account }) => ({
    receiving: await readReceivingAccount(tx),
    transferCode: await readTransferCode(tx, account),
    attestedName: await attestedNameOf(tx, account),
    payerNames: await payerNamesOf(tx, account),
  })),

  handle(bankCalls.addPayer, async ({ tx, account, now, note }, { name }) => {
    note({ object: name })
    await addPayerName(tx, account, name, now())
  }),

  handle(bankCalls.removePayer, async ({ tx, account, note }, { name }) => {
    note({ object: name })
    await removePayerName(tx, account, name)
  }),

  handle(bankCalls.claim, async ({ tx, account, member, now, note }, { amount, ...claimed }) => {
    const amountHao = claimAmount(amount)
    const claimId = await createClaim(tx, account, { ...claimed, amountHao, memberId: member.memberId, now: now() })
    note({ object: `${claimed.payerName} ${formatYuan(amountHao)}` })
    return { claimId }
  }),

  handle(bankCalls.resubmit, async ({ tx, account, now, note }, { claimId, amount, ...claimed }) => {
    const amountHao = claimAmount(amount)
    await resubmitClaim(tx, account, claimId, { ...claimed, amountHao }, now())
    note({ object: `${claimed.payerName} ${formatYuan(amountHao)}` })
    return { claimId }
  }),

  handle(bankCalls.cancel, async ({ tx, account, now, note }, { claimId }) => {
    note({ object: await cancelClaim(tx, account, claimId, now()) })
  }),

  handle(bankCalls.one, ({ tx, account }, { claimId }) => readClaim(tx, account, claimId)),
  handle(bankCalls.list, ({ tx, account }, filter) => listClaims(tx, account, filter)),
]

/** The payment letter: the bank account to pay to and the reference to use. */
export function serveBankLetter(app: App, services: Services): void {
  app.get(bankLetterRoute.path, async (request: FastifyRequest, reply: FastifyReply) => {
    const { account } = await requireMember(services, request, bankLetterRoute.audience.permission)
    const facts = await asAccount(services.db, account, async tx => ({
      receiving: (await readReceivingAccount(tx)) ?? refuse('payment_method_closed'),
      transferCode: await readTransferCode(tx, account),
      attestedName: await attestedNameOf(tx, account),
    }))
    return reply
      .type('application/pdf')
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', `attachment; filename="transfer.pdf"; filename*=UTF-8''${encodeURIComponent('鸿雁汇款信息.pdf')}`)
      .send(await bankLetter(facts, services.now()))
  })
}
