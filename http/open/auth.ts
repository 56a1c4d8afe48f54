import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '#contract/apps/app-labels.ts'
import { refuse } from '#contract/refusals.ts'
import { type AccessGuard, type AppCaller, type KeyCache, readOpenSignature, secretHashOf } from '#domain/apps/index.ts'
import { limits } from '#values/limits.ts'
import type { EarlyShedding } from './early-shedding.ts'
import { SignatureRefusal } from './error.ts'
import type { Nonces } from './nonce.ts'

/** Services that authenticate and authorize callers. */
export interface Guard {
  shedding: EarlyShedding
  ring: KeyCache
  gate: AccessGuard
  nonces: Nonces
  now: () => Date
}

const bearer = /^Bearer +([\w-]{8,64}):([\x21-\x7e]{16,128})$/

/**
 * Authenticates the caller before the body is read, if a bearer key allows it; a signature covers the body and waits
 * for it.
 */
export async function proveBearer(guard: Guard, request: FastifyRequest, reply: FastifyReply, scope: Scope | null): Promise<void> {
  const { authorization = '' } = request.headers
  if (authorization.startsWith('HONGYAN-')) return
  const [, id, secret] = bearer.exec(authorization) ?? []
  if (!id || !secret) refuse('key_invalid', {}, { Authorization: '须为“Bearer 密钥ID:密钥”' })
  const key = await guard.ring.find(id)
  // The same answer for an unknown id and a wrong secret.
  if (!key || !timingSafeEqual(key.secretHash, secretHashOf(secret))) refuse('key_invalid')
  guard.shedding.remember(authorization, key.caller)
  pass(guard, request, reply, { caller: key.caller, scope })
}

/** The same by a signature, when the body has been read. */
export async function proveSignature(guard: Guard, request: FastifyRequest, reply: FastifyReply, scope: Scope | null): Promise<void> {
  const [path = '', query = ''] = splitOnce(request.raw.url ?? '', '?')
  const { method, headers } = request.raw
  const signed = readOpenSignature({
    method: method ?? '',
    path,
    query,
    headers: headers as Record<string, string | undefined>,
    body: request.rawBody ?? Buffer.alloc(0),
  })
  if (typeof signed === 'string')
    refuse('key_invalid', {}, { Authorization: '须为“HONGYAN-HMAC-SHA256 Credential=密钥ID, Signature=签名”' })
  const key = await guard.ring.find(signed.accessKeyId)
  if (!key) refuse('key_invalid')
  if (key.secret === null) refuse('key_unsigned', { id: signed.accessKeyId })
  const [stringToSign] = signed.stringsToSign
  if (!isSame(signed.signatureOf(stringToSign, key.secret), signed.signature)) {
    // The owner finds failed requests in the console's log.
    request.failedCaller = key.caller
    throw new SignatureRefusal(stringToSign)
  }
  const nowMs = guard.now().getTime()
  const windowMs = limits.openClockMinutes * 60_000
  if (!signed.at || Math.abs(signed.at.getTime() - nowMs) > windowMs) refuse('timestamp_expired', { minutes: limits.openClockMinutes })
  if (signed.nonce === null) refuse('input_invalid', {}, { 'X-Hongyan-Nonce': '须为8-64个可见字符' })
  const isFresh = await guard.nonces.claim(signed.accessKeyId, signed.nonce, new Date(signed.at.getTime() + windowMs))
  if (!isFresh) refuse('nonce_used')
  pass(guard, request, reply, { caller: key.caller, scope })
}

function pass(
  { ring, gate, now }: Guard,
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, scope }: { caller: AppCaller; scope: Scope | null },
) {
  // Set before the access guard, so that its refusals are in the app's log.
  request.failedCaller = caller
  const { rate, isWatched } = gate.admit(caller, {
    ingress: 'rest',
    scope,
    ip: request.ip,
    isHttps: request.protocol === 'https',
    now: now(),
  })
  reply.headers({ 'RateLimit-Limit': rate.limit, 'RateLimit-Remaining': rate.remaining, 'RateLimit-Reset': rate.resetSeconds })
  request.caller = caller
  request.isWatched = isWatched
  ring.recordUse(caller, request.ip)
}

const isSame = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

function splitOnce(text: string, mark: string): string[] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
