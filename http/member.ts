import type { FastifyRequest } from 'fastify'
import { type Permission, permissionNames, roles } from '#contract/permission.ts'
import { refuse } from '#contract/refusals.ts'
import type { Session } from './app.ts'
import type { Doors } from './serve.ts'

/** The signed-in member of a request who has a permission. Refuses `not_signed_in` and `not_allowed`. */
export async function requireMember(doors: Doors, request: FastifyRequest, permission: Permission | null): Promise<Session> {
  const session = await doors.readSession?.(doors.db, request, doors.now())
  if (!session) refuse('not_signed_in')
  if (permission && !(roles[session.member.role].may as readonly string[]).includes(permission))
    refuse('not_allowed', { permission: permissionNames[permission] })
  return session
}
