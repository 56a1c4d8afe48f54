import type { FastifyRequest } from 'fastify'
import { optOutPageCalls } from '#contract/unsubscribe/opt-out-page.ts'
import { optOutToken, requireSignature } from '#domain/blacklist/index.ts'
import { actOnOptOutPage, listOptOutRecords, readOptOutSender } from '#domain/unsubscribe/index.ts'
import type { App } from '#http/server/app.ts'
import { handle } from '#http/server/serve.ts'
import { maskPhone } from '#values/phone.ts'

/** Path of an opt-out link, short since every message with it pays for its characters. */
const optOutPath = (token: string) => `/t/${token}`

/** Redirects from a message's short link to the page, which shows the state of the link. */
export function serveOptOutLinks(app: App): void {
  app.get('/t/:token', (request: FastifyRequest<{ Params: { token: string } }>, reply) => {
    const { token } = request.params
    return reply.redirect(`/landpage/phone-blacklist?t=${encodeURIComponent(token)}`, 302)
  })
}

export const optOutPageHandlers = (secret: string) => [
  handle(optOutPageCalls.sender, ({ db, now }, { token }) => readOptOutSender(db, secret, token, now())),
  handle(optOutPageCalls.act, async ({ db, address, agent, now }, { reason, words, ...input }) => {
    const complaint = [reason, words].filter(Boolean).join('：')
    await actOnOptOutPage(db, secret, { ...input, words: input.act === 'complain' ? complaint : '', address, agent, now: now() })
  }),
  handle(optOutPageCalls.link, async ({ tx, account, now }, { signatureId }) => {
    await requireSignature(tx, account, signatureId)
    const { token, expiresAt } = await optOutToken(tx, secret, { account, signatureId, broadcastId: null, now: now() })
    return { path: optOutPath(token), expiresAt }
  }),
  handle(optOutPageCalls.records, async ({ tx, account }, input) => {
    const page = await listOptOutRecords(tx, account, input)
    return { ...page, rows: page.rows.map(row => ({ ...row, phone: maskPhone(row.phone) })) }
  }),
]
