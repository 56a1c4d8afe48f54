import type { FastifyReply, FastifyRequest } from 'fastify'
import { invoiceAddressCalls, invoiceEmailCalls, invoiceShipmentCalls } from '#contract/invoicing/invoice-delivery.ts'
import { Refusal } from '#contract/refusals.ts'
import {
  addEmail,
  confirmEmail,
  createAddress,
  deleteAddress,
  deleteEmail,
  editAddress,
  emailLinkPath,
  listAddresses,
  listEmails,
  listShipments,
  makeDefaultAddress,
  makeDefaultEmail,
  readAddress,
  readEmailLink,
  readPause,
  resendLink,
} from '#domain/invoicing/index.ts'
import type { App } from '#http/server/app.ts'
import { ownUrl } from '#http/server/console-url.ts'
import { handle, type Services } from '#http/server/serve.ts'
import { placeText } from '#values/division.ts'
import { maskPhone } from '#values/phone.ts'

/** Base of links in letters: the console's public address, or without one the server's own port. */
const baseOf = (publicUrl: string | null, request: FastifyRequest) => publicUrl ?? ownUrl(request)

export const invoiceDeliveryHandlers = (publicUrl: string | null) => [
  handle(invoiceAddressCalls.list, async ({ tx, account }) => ({
    rows: (await listAddresses(tx, account)).map(row => ({ ...row, phone: maskPhone(row.phone) })),
  })),
  handle(invoiceAddressCalls.one, ({ tx, account }, { addressId }) => readAddress(tx, account, addressId)),
  handle(invoiceAddressCalls.create, async ({ tx, account, now, note }, input) => {
    note({ object: placeText(input) + input.detail })
    return createAddress(tx, account, { ...input, now: now() })
  }),
  handle(invoiceAddressCalls.edit, async ({ tx, account, now, note }, input) => {
    const before = await readAddress(tx, account, input.addressId)
    note({ before: toAuditFields(before), after: toAuditFields(input) })
    return editAddress(tx, account, { ...input, now: now() })
  }),
  handle(invoiceAddressCalls.makeDefault, ({ tx, account }, { addressId }) => makeDefaultAddress(tx, account, { addressId })),
  handle(invoiceAddressCalls.delete, async ({ tx, account, now, note }, { addressId }) => {
    note({ before: toAuditFields(await readAddress(tx, account, addressId)) })
    return deleteAddress(tx, account, { addressId, now: now() })
  }),

  handle(invoiceEmailCalls.list, async ({ tx, account }) => ({ rows: await listEmails(tx, account) })),
  handle(invoiceEmailCalls.add, async ({ tx, account, now, note, http }, input) => {
    note({ object: input.address })
    return addEmail(tx, account, { ...input, base: baseOf(publicUrl, http.request), now: now() })
  }),
  handle(invoiceEmailCalls.resend, ({ tx, account, now, http }, { emailId }) =>
    resendLink(tx, account, { emailId, base: baseOf(publicUrl, http.request), now: now() }),
  ),
  handle(invoiceEmailCalls.makeDefault, ({ tx, account }, { emailId }) => makeDefaultEmail(tx, account, { emailId })),
  handle(invoiceEmailCalls.delete, ({ tx, account, now }, { emailId }) => deleteEmail(tx, account, { emailId, now: now() })),

  handle(invoiceShipmentCalls.list, async ({ tx, account }) => ({ rows: await listShipments(tx, account) })),
  handle(invoiceShipmentCalls.pause, async ({ tx }) => {
    const pause = await readPause(tx)
    return pause?.isPaused ? { notice: pause.notice, since: pause.at } : { notice: null, since: null }
  }),
]

const toAuditFields = (one: { recipient: string; province: string; city: string; district: string; street: string; detail: string }) => ({
  recipient: one.recipient,
  address: placeText(one) + one.street + one.detail,
})

/**
 * The page that a link in a letter opens, for a reader who need not have an account. Opening it changes nothing, since
 * mail scanners open links too; its button does.
 */
export function serveInvoiceEmailPage(app: App, services: Services): void {
  app.register(async scope => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 2_000 },
      (_request: FastifyRequest, body: string, done: (error: null, body: string) => void) => done(null, body),
    )
    scope.get(emailLinkPath, async (request: FastifyRequest<{ Querystring: { token?: unknown } }>, reply: FastifyReply) => {
      const { token } = request.query
      return answerPage(reply, async () => {
        const { accountName, address } = await readEmailLink(services.db, String(token), services.now())
        const field = `<input type="hidden" name="token" value="${escaped(String(token))}">`
        return page(
          '确认收票邮箱',
          `<p><b>${escaped(accountName)}</b> 把 <b>${escaped(address)}</b> 登记为电子发票的收票邮箱。确认后，对方的电子发票会发到这个邮箱。</p>
<form method="post">${field}<button>确认接收</button></form><p class="note">不认识对方？关闭本页即可，不确认就不会收到发票。</p>`,
        )
      })
    })
    scope.post(emailLinkPath, { config: { takesForeignOrigins: true } }, async (request: FastifyRequest, reply: FastifyReply) =>
      answerPage(reply, async () => {
        const token = new URLSearchParams(typeof request.body === 'string' ? request.body : '').get('token') ?? ''
        const { address } = await confirmEmail(services.db, token, services.now())
        return page('邮箱已确认', `<p>电子发票会发到 <b>${escaped(address)}</b>。现在可以关闭本页。</p>`)
      }),
    )
  })
}

async function answerPage(reply: FastifyReply, make: () => Promise<string>) {
  // The address holds a secret, which must not leak by cache or referrer.
  reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer')
  try {
    return await reply.send(await make())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return reply.status(422).send(page('链接不能使用', `<p>${escaped(error.message)}。</p>`))
  }
}

const escaped = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

const page = (title: string, content: string) => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} - 鸿雁</title>
<style>
:root{color-scheme:light dark}
body{margin:0;background:light-dark(#f6f8fa,#10161d);color:light-dark(#1b2733,#e6ebf0);font:16px/1.7 'PingFang SC','HarmonyOS Sans SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif}
main{max-width:30em;margin:12vh auto;padding:32px;box-sizing:border-box;background:light-dark(#fff,#18212b);border:1px solid light-dark(#dde3e9,#2b3742);border-radius:8px}
h1{font-size:20px;margin:0 0 16px}
b{overflow-wrap:anywhere}
button{font:inherit;padding:8px 24px;border:0;border-radius:6px;background:#0b66b2;color:#fff;cursor:pointer}
button:focus-visible{outline:3px solid light-dark(#0b66b2,#7db8ea);outline-offset:2px}
.note{color:light-dark(#56636f,#9fabb7);font-size:14px}
@media(max-width:34em){main{margin:24px 12px;padding:24px 20px}}
</style></head><body><main><h1>${title}</h1>
${content}
</main></body></html>`
