import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fault } from '#contract/open/vendor-error.ts'
import { Refusal, refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import { type AppCaller, actorOf } from '#domain/apps/index.ts'
import { receiveProof } from '#domain/content/index.ts'
import { answerOnce, answersOfAccount } from '#http/server/idempotency.ts'
import { traceparentOf } from './input.ts'
import { requireActive } from './serve.ts'
import type { Unsent, VendorOptions } from './vendor.ts'
import type { VendorContext } from './vendor-action.ts'
import type { VendorCall } from './vendor-call.ts'

interface Facts {
  call: VendorCall
  caller: AppCaller
  request: FastifyRequest
  reply: FastifyReply
  input: object
  now: Date
  noteUnsent: (unsent: Unsent) => void
}

/** `X-Idempotency-Key`, our extension of the vendors' requests; separate for each vendor. */
function keyOf({ call, request }: Facts): string | null {
  const key = request.headers['x-idempotency-key']
  if (key === undefined) return null
  if (!/^[\x21-\x7e]{1,64}$/.test(String(key))) fault('parameter_invalid', { name: 'X-Idempotency-Key', reason: '须为1-64个可见字符' })
  return `${call.ingress}:${String(key)}`
}

/** The context of an action for its caller. */
export function contextOf({ db, sender, shortLinkUrl, files }: VendorOptions, facts: Facts): VendorContext {
  const { call, caller, request, reply, now } = facts
  const { account } = caller
  const key = keyOf(facts)
  return {
    caller,
    requestId: request.id,
    now,
    shortLinkUrl,
    read: act => asAccount(db, account, act),
    act: <T extends object>(act: Parameters<VendorContext['act']>[0]) =>
      asAccount(db, account, async tx => {
        if (caller.kind === 'test') refuse('test_app_refused')
        await requireActive(tx, account)
        const once = async () => act(tx, { memberId: await actorOf(tx, account, caller.accessKeyId), now })
        if (key === null) return once()
        const { input: body } = facts
        const attempt = { key, call: `${call.ingress}.${call.action}`, body, answerSchema: z.unknown(), reply }
        return answerOnce(answersOfAccount(tx, account), attempt, once)
      }) as Promise<T>,
    saveProof: async bytes => {
      if (caller.kind === 'test') refuse('test_app_refused')
      const memberId = await asAccount(db, account, tx => actorOf(tx, account, caller.accessKeyId))
      const proof = await receiveProof(db, account, files, { fileName: '接口上传', bytes: [bytes], memberId, now })
      return proof.proofId
    },
    send: async request => {
      const recipientCount = request.recipients.length
      const sent = await sender.submit(account, {
        requestId: facts.request.id,
        request: { ...request, caller, ingress: call.ingress },
        key,
        traceparent: traceparentOf(facts.request),
      })
      if (sent instanceof Refusal) {
        facts.noteUnsent({ refusal: sent, count: recipientCount, of: recipientCount })
        return sent
      }
      if (sent.isReplayed) reply.header('Idempotent-Replayed', 'true')
      const refused = sent.phones.flatMap(one => ('refusal' in one ? one.refusal : []))
      if (refused[0]) facts.noteUnsent({ refusal: refused[0], count: refused.length, of: sent.phones.length })
      return sent
    },
  }
}
