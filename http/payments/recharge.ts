import type { FastifyReply, FastifyRequest } from 'fastify'
import { onlinePaymentMethodNames, rechargeCalls, rechargeReceiptRoute } from '#contract/payments/recharge.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/index.ts'
import {
  closeRecharge,
  closeReplaced,
  createRecharge,
  ingestPaymentWebhook,
  listRecharges,
  queryGateway,
  readReceivingAccount,
  readRecharge,
  rechargeReceipt,
  startGatewayPayment,
} from '#domain/payments/index.ts'
import type { App } from '#http/server/app.ts'
import { ownUrl } from '#http/server/console-url.ts'
import { attachment } from '#http/server/file-name.ts'
import { memberMay, requireMember } from '#http/server/member.ts'
import { handle, handlePrepared, type Services } from '#http/server/serve.ts'
import { GatewayFailed, type GatewayName, WebhookForged } from '#payment/gateway.ts'
import type { Gateways } from '#payment/settings.ts'
import { isKeyOf } from '#values/keys.ts'
import { parseYuanOrThrow } from '#values/money.ts'

export interface PaymentOptions {
  gateways: Gateways
  /** Address of the payment simulator; null with real gateways. */
  simulator: string | null
  /**
   * Base of the addresses that gateways and payers' browsers return to; null: this server's own port, which serves for
   * the simulator.
   */
  publicUrl: string | null
}

/** Path of the payment webhooks. */
const webhookPath = '/pay/webhook'
const returnPath = '/system/finance/recharge'

/** The address of a payment's webhook, and of the page that the payer returns to. */
export function payFrom(options: PaymentOptions, request: FastifyRequest, paymentMethod: GatewayName, backPath: string) {
  const base = options.publicUrl ?? ownUrl(request)
  return { webhookUrl: `${base}${webhookPath}/${paymentMethod}`, returnUrl: `${base}${backPath}` }
}

export const rechargeHandlers = (options: PaymentOptions) => [
  handle(rechargeCalls.paymentMethods, async ({ tx }) => ({
    paymentMethods: [...options.gateways.keys()],
    takesTransfers: (await readReceivingAccount(tx)) !== null,
    simulator: options.simulator,
  })),
  handle(rechargeCalls.create, async ({ tx, account, member, now, afterCommit, http }, { paymentMethod, amount }) => {
    const gateway = options.gateways.get(paymentMethod)
    if (!gateway) refuse('payment_method_closed')
    const amountHao = parseYuanOrThrow(amount)
    const rechargeId = await createRecharge(tx, account, { paymentMethod, amountHao, memberId: member.memberId, now: now() })
    const { gateways } = options
    afterCommit(async db => {
      const opening = startGatewayPayment(db, account, rechargeId, gateway, payFrom(options, http.request, paymentMethod, returnPath))
      await Promise.all([opening, closeReplaced(db, account, rechargeId, { memberId: member.memberId, gateways, now: now() })])
    })
    return { rechargeId }
  }),
  handle(rechargeCalls.one, async ({ tx, account, member }, { rechargeId }) => {
    const found = await readRecharge(tx, account, rechargeId)
    const { availableHao } = await balancesOf(tx, account)
    return { ...found, nextAction: memberMay(member, 'finance.write') ? found.nextAction : null, availableHao }
  }),
  handlePrepared(
    rechargeCalls.check,
    ({ db, account, now }, { rechargeId }) => orUnavailable(queryGateway(db, account, rechargeId, options.gateways, now())),
    async (_, __, state) => ({ state }),
  ),
  handlePrepared(
    rechargeCalls.cancel,
    ({ db, account, now }, { rechargeId }) =>
      orUnavailable(closeRecharge(db, account, rechargeId, options.gateways, { reason: 'cancelled', now: now() })),
    async (_, __, state) => ({ state }),
  ),
  handle(rechargeCalls.list, ({ tx, account }, filter) => listRecharges(tx, account, filter)),
]

/** Refuses when a gateway does not answer, so that the waiting person sees it. */
export const orUnavailable = <T>(asking: Promise<T>) =>
  asking.catch((error: unknown) => {
    if (error instanceof GatewayFailed) refuse('payment_unavailable')
    throw error
  })

/**
 * Payment webhooks: signed ones are saved and booked, anything else is refused with 400. Gateways retry until one is
 * acknowledged.
 */
export function servePaymentWebhooks(app: App, services: Services, { gateways }: PaymentOptions): void {
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string' },
      (_request: FastifyRequest, body: string, done: (error: null, body: string) => void) => done(null, body),
    )
    scope.post(
      `${webhookPath}/:paymentMethod`,
      { bodyLimit: 64 * 1024, config: { takesForeignOrigins: true } },
      async (request: FastifyRequest<{ Params: { paymentMethod: string } }>, reply: FastifyReply) => {
        const { paymentMethod } = request.params
        const gateway = isKeyOf(onlinePaymentMethodNames, paymentMethod) ? gateways.get(paymentMethod) : undefined
        if (!gateway) return reply.status(404).send()
        const body = typeof request.body === 'string' ? request.body : ''
        const headers = request.headers as Record<string, string | undefined>
        try {
          const webhook = await gateway.readWebhook({ headers, body })
          const state = await ingestPaymentWebhook(services.db, gateway.name, webhook, body, services.now())
          if (state === 'failed')
            request.log.error({ paymentMethod, webhookId: webhook.webhookId }, 'a payment of another sum than was asked for')
          if (state === null) request.log.warn({ paymentMethod, webhookId: webhook.webhookId }, 'a webhook about no trade of ours')
          return await reply.type(gateway.received.type).send(gateway.received.body)
        } catch (error) {
          if (!(error instanceof WebhookForged || error instanceof GatewayFailed)) throw error
          request.log.warn({ err: error, paymentMethod, address: request.ip }, 'a payment webhook was refused')
          return reply.status(400).type('text/plain').send('fail')
        }
      },
    )
  })
}

/** 充值回单: receipt document of one payment. */
export function serveRechargeReceipt(app: App, services: Services): void {
  app.get(rechargeReceiptRoute.path, async (request: FastifyRequest, reply: FastifyReply) => {
    const { account } = await requireMember(services, request, rechargeReceiptRoute.audience.permission)
    const input = rechargeReceiptRoute.input.safeParse(request.query)
    if (!input.success) refuse('not_found')
    const { tradeNumber, bytes } = await asAccount(services.db, account, tx =>
      rechargeReceipt(tx, account, input.data.rechargeId, services.now()),
    )
    return reply
      .type('application/pdf')
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', attachment(`鸿雁充值回单${tradeNumber}.pdf`))
      .send(bytes)
  })
}
