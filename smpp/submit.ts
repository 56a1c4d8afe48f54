import { Refusal, refuse } from '#contract/refusals.ts'
import type { SubmitSm } from '#protocol/smpp/pdu.ts'
import { decodeTextStrictly } from '#protocol/text/data-coding.ts'
import { newId } from '#values/id.ts'
import type { BoundAccount } from './bound-account.ts'
import type { SmppContext } from './context.ts'
import { encodeMessageId } from './message-id.ts'
import { type Asked, readSubmit } from './request.ts'
import { StatusRefusal } from './status-refusal.ts'

/**
 * Accepts one submit_sm: committed when it resolves with the id for the answer. A part of a concatenated text is
 * stored; the last one sends the whole text. Rejects with a Refusal, a StatusRefusal, or the error of an unavailable
 * database.
 */
export async function acceptSubmit(
  boundAccount: BoundAccount,
  request: SubmitSm,
  address: string,
  context: SmppContext,
): Promise<{ messageId: string }> {
  const { gate, now, submissions } = context
  const asked = readSubmit(request, now())
  if (typeof asked === 'number') throw new StatusRefusal(asked)
  // Checked before anything is awaited: an unreadable text is refused whatever the app may send.
  if (!asked.place) requireText(asked.dataCoding, asked.body)
  const facts = await boundAccount.facts()
  gate.admit(facts.caller, { ingress: 'smpp', scope: 'send', ip: address, isHttps: false, now: now() })
  const { account, appId } = boundAccount.system
  const { source, sourceKind, destination, destinationKind, receipt } = asked
  const submit = { submitId: newId(), appId, source, sourceKind, destination, destinationKind, receipt, submittedAt: now() }
  const wholeOf = (text: string, partIds: readonly string[], submitId = submit.submitId) => ({
    request: { ...boundAccount.requestOf(facts, text, destination, asked.sendAt), validUntil: asked.validUntil },
    submit: { ...submit, submitId },
    partIds,
  })
  if (!asked.place) {
    const sent = await submissions.send(account, wholeOf(requireText(asked.dataCoding, asked.body), []))
    if (sent instanceof Refusal) throw sent
    return { messageId: encodeMessageId(sent) }
  }
  const { submitId, whole } = await submissions.keep(account, {
    ...submit,
    place: asked.place,
    dataCoding: asked.dataCoding,
    body: asked.body,
  })
  if (!whole) return { messageId: encodeMessageId(submitId) }
  const sent = await attempt(() => submissions.send(account, wholeOf(requireText(whole.dataCoding, whole.body), whole.submitIds, submitId)))
  if (sent instanceof Refusal) {
    await submissions.refuse(account, whole.submitIds, submitId, sent, now())
    throw sent
  }
  return { messageId: encodeMessageId(submitId) }
}

function requireText(dataCoding: Asked['dataCoding'], body: Buffer): string {
  const text = decodeTextStrictly(dataCoding, body) ?? refuse('text_unreadable', { coding: dataCoding })
  // PostgreSQL can't store NUL, and no phone displays it.
  return text.replaceAll('\0', '')
}

async function attempt<T>(act: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
