import type { FastifyRequest } from 'fastify'
import { type Permission, permissionNames, roles, type StaffPermission, staffPermissionNames, staffRoles } from '#contract/permission.ts'
import { refuse } from '#contract/refusals.ts'
import type { Session, StaffSession } from './app.ts'
import type { Doors } from './serve.ts'

/** The signed-in member of a request who has a permission. Refuses `not_signed_in` and `not_allowed`. */
export async function requireMember(doors: Doors, request: FastifyRequest, permission: Permission | null): Promise<Session> {
  const session = await doors.readSession?.(doors.db, request, doors.now())
  if (!session) refuse('not_signed_in')
  if (permission && !(roles[session.member.role].may as readonly string[]).includes(permission))
    refuse('not_allowed', { permission: permissionNames[permission] })
  return session
}

/** The signed-in member of staff of a request whose role has a permission. Refuses `not_signed_in` and `staff_not_allowed`. */
export async function requireStaff(doors: Doors, request: FastifyRequest, permission: StaffPermission | null): Promise<StaffSession> {
  const staff = await doors.readStaffSession?.(doors.db, request, doors.now())
  if (!staff) refuse('not_signed_in')
  if (permission && !(staffRoles[staff.role].may as readonly string[]).includes(permission))
    refuse('staff_not_allowed', { permission: staffPermissionNames[permission] })
  return staff
}

/** Whether a member sees numbers whole. */
export const mayReveal = ({ role }: Session['member']): boolean => (roles[role].may as readonly string[]).includes('message.reveal')
