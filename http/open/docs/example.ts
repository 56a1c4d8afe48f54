import { createHmac } from 'node:crypto'
import { sandboxNumbers, sandboxSignature, sandboxTemplates } from '#contract/messages/sandbox.ts'
import type { OpenCall } from '#contract/open/call.ts'
import { openMessageCalls } from '#contract/open/message.ts'
import type { EventKind, WebhookFormat } from '#contract/push/push.ts'
import { pushEvent } from '#contract/push/push.ts'
import { exampleOf } from '#contract/variable-example.ts'
import { openSignatureAlgorithm, openStringToSign } from '#domain/apps/index.ts'
import { bodyOf, sampleEvent, signatureOf } from '#domain/push/index.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** The example of a signed request that the docs compute step by step. Its key is invalid. */
export const signedExample = {
  accessKeyId: 'hy-example-key-0001',
  secret: 'example-secret-do-not-use-0123456789',
  timestamp: '1795233600',
  nonce: '6f1b2c3d4e5f60718293',
  method: 'POST',
  path: '/openapi/v1/messages',
  query: '',
  body: '{"signature":"云栈集市","templateCode":"SMS_200101","templateParam":{"code":"482913"},"phones":["13800138000"]}',
} as const

/** Its string to sign, and the result. */
export function signedResult(): { stringToSign: string; signature: string; authorization: string } {
  const stringToSign = openStringToSign(signedExample)
  const signature = createHmac('sha256', signedExample.secret).update(stringToSign).digest('hex')
  const authorization = `${openSignatureAlgorithm} Credential=${signedExample.accessKeyId}, Signature=${signature}`
  return { stringToSign, signature, authorization }
}

const at = new Date('2026-11-21T04:00:00.000Z')
const appId = '0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'
/** Ids of samples are the same whenever the page is made. */
const fixed = (kind: EventKind) => ({ ...sampleEvent(kind, { appId, now: at }), id: '0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c' })

export const webhookExample = { secret: 'whsec_example-do-not-use', at } as const

/** A sample event as a webhook in our own format receives it, with its signature header. */
export function webhookResult(kind: EventKind): { body: string; signature: string } {
  const body = JSON.stringify([pushEvent.encode(fixed(kind))])
  return { body, signature: signatureOf([webhookExample.secret], body, at) }
}

/** The body of a delivery report or an inbound message in another vendor's format. */
export const vendorBody = (format: WebhookFormat, kind: EventKind): string =>
  bodyOf({ format, appNumber: '1400200001', secret: webhookExample.secret }, [fixed(kind)], 'a'.repeat(32)).body

/** A first request that runs unchanged: it uses the texts that every test app has. */
export const firstCall = { ...openMessageCalls.send, example: firstExample() } as unknown as OpenCall

function firstExample(): Record<string, unknown> {
  const { code: templateCode, text, variables } = firstOrThrow(sandboxTemplates)
  const templateParam = Object.fromEntries(variables.map(variable => [variable.name, exampleOf(variable, text)]))
  return { signature: sandboxSignature.text, templateCode, templateParam, phones: Object.keys(sandboxNumbers).slice(0, 1) }
}
