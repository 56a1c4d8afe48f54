import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#db/connect.ts'
import { readStaffSession as readToken, type StaffMember } from '#domain/staff/index.ts'
import { limits } from '#values/limits.ts'
import { isHttps } from './sessions.ts'

/** The name differs from the customers' cookie: cookies ignore ports, so a host with both apps gets both. */
const cookieName = (request: FastifyRequest) => (isHttps(request) ? '__Host-hongyan-staff' : 'hongyan-staff')

const attributes = (request: FastifyRequest) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: isHttps(request),
})

export const staffToken = (request: FastifyRequest): string | null => request.cookies[cookieName(request)] ?? null

export function setStaffCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(request), token, { ...attributes(request), maxAge: limits.sessionHours * 3600 })
}

export function clearStaffCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName(request), attributes(request))
}

/** The signed-in member of staff of a request, by its cookie. */
export async function readStaffSession(db: Db, request: FastifyRequest, now: Date): Promise<StaffMember | null> {
  const token = staffToken(request)
  return token ? readToken(db, token, now) : null
}
