import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#db/connect.ts'
import { newDevice, readSession as readToken, type SignedIn } from '#domain/identity/index.ts'
import { limits } from '#values/limits.ts'

/** On https the name itself forbids other hosts and paths to set it (`__Host-`); plain http has no such names. */
const cookieName = (request: FastifyRequest) => (isHttps(request) ? '__Host-hongyan' : 'hongyan')

/** Whether the browser speaks https, to us or to a proxy before us. */
export const isHttps = (request: FastifyRequest): boolean => request.server.isPublicHttps || request.protocol === 'https'

const attributes = (request: FastifyRequest) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isHttps(request),
})

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(request), token, { ...attributes(request), maxAge: limits.sessionHours * 3600 })
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName(request), attributes(request))
}

/** The signed-in member of a request, by its cookie. */
export async function readSession(db: Db, request: FastifyRequest, now: Date): Promise<SignedIn | null> {
  const token = request.cookies[cookieName(request)]
  return token ? readToken(db, token, now) : null
}

const deviceName = (request: FastifyRequest) => (isHttps(request) ? '__Host-hongyan-device' : 'hongyan-device')

/** Made for browsers that had none, so that one request has one. */
const freshDevices = new WeakMap<FastifyRequest, string>()

/** By what the browser is known again; a fresh one when it is not. */
export function deviceOf(request: FastifyRequest): string {
  const device = request.cookies[deviceName(request)] ?? freshDevices.get(request) ?? newDevice()
  freshDevices.set(request, device)
  return device
}

export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, device: string): void {
  reply.setCookie(deviceName(request), device, { ...attributes(request), maxAge: limits.deviceDays * 86_400 })
}
