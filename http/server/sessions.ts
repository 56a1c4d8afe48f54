import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#db/connect.ts'
import { newDevice, readSession as readToken, type SignedIn } from '#domain/identity/index.ts'
import { limits } from '#values/limits.ts'

/** On https the `__Host-` prefix keeps other hosts and paths from setting the cookie; plain http has no such names. */
const cookieName = (request: FastifyRequest) => (isHttps(request) ? '__Host-hongyan' : 'hongyan')

/** Whether the browser uses https, to us or to a proxy before us. */
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

/** New device ids, by request, so that one request has one. */
const freshDevices = new WeakMap<FastifyRequest, string>()

/** The id by which the browser is recognized; a new one if it has none. */
export function deviceOf(request: FastifyRequest): string {
  const device = request.cookies[deviceName(request)] ?? freshDevices.get(request) ?? newDevice()
  freshDevices.set(request, device)
  return device
}

export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, device: string): void {
  reply.setCookie(deviceName(request), device, { ...attributes(request), maxAge: limits.deviceDays * 86_400 })
}
