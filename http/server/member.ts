import type { FastifyRequest } from 'fastify'
import {
  type Permission,
  permissionNames,
  roles,
  type StaffPermission,
  staffPermissionNames,
  staffRoles,
} from '#contract/identity/permission.ts'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { refuse } from '#contract/refusals.ts'
import { beforeProof } from '#contract/staff/admin-staff.ts'
import type { Session, StaffSession } from './app.ts'
import { routeOf, safeMethods } from './origin.ts'
import type { Services } from './serve.ts'

/** Requires a signed-in member with a permission. Refuses `not_signed_in` and `not_allowed`. */
export async function requireMember(services: Services, request: FastifyRequest, permission: Permission | null): Promise<Session> {
  const session = await readMember(services, request)
  request.entered = session
  requirePermission(session, permission)
  return session
}

/** The signed-in member of a request. Refuses `not_signed_in` and, to staff who impersonate a member, `read_only`. */
export async function readMember(services: Services, request: FastifyRequest): Promise<Session> {
  const session = await services.readSession?.(services.db, request, services.now())
  if (!session) refuse('not_signed_in')
  // Impersonation is read-only: staff who view an account are refused every unsafe request but signing out.
  if (session.staffName !== null && !safeMethods.has(request.method) && routeOf(request) !== signInCalls.signOut.path) refuse('read_only')
  return session
}

/** Refuses `not_allowed` where a member's role lacks the permission. */
export function requirePermission({ member }: Session, permission: Permission | null): void {
  if (permission && !memberMay(member, permission)) refuse('not_allowed', { permission: permissionNames[permission] })
}

/**
 * Requires a signed-in member of staff whose role has a permission. Refuses `not_signed_in` and `staff_not_allowed`.
 */
export async function requireStaff(services: Services, request: FastifyRequest, permission: StaffPermission | null): Promise<StaffSession> {
  const staff = await readStaff(services, request)
  requireStaffPermission(staff, permission)
  return staff
}

/** Refuses `staff_not_allowed` where a member of staff's role lacks the permission. */
export function requireStaffPermission(staff: StaffSession, permission: StaffPermission | null): void {
  if (permission && !staffRoles[staff.role].may.includes(permission))
    refuse('staff_not_allowed', { permission: staffPermissionNames[permission] })
}

/** The signed-in member of staff of a request. Refuses `not_signed_in` and `staff_proof_owed`. */
export async function readStaff(services: Services, request: FastifyRequest): Promise<StaffSession> {
  const staff = await services.readStaffSession?.(services.db, request, services.now())
  if (!staff) refuse('not_signed_in')
  requireProof(services, staff, routeOf(request))
  return staff
}

/** What a member of staff must do before anything else is served. */
export function owedBy(staff: StaffSession, isTotpRequired: boolean): 'password' | 'totp' | null {
  if (staff.mustChangePassword) return 'password'
  return isTotpRequired && !staff.hasTotp ? 'totp' : null
}

/**
 * Refuses `staff_proof_owed` for all but changing an initial password or binding an authenticator, while either is due.
 */
function requireProof(services: Services, staff: StaffSession, path: string): void {
  if (owedBy(staff, services.isStaffTotpRequired ?? false) && !beforeProof.includes(path)) refuse('staff_proof_owed')
}

/** Permissions of a member's role. A member who chose masked numbers sees no whole ones, whatever the role. */
export const permissionsOf = ({ role, masksNumbers }: Session['member']): Permission[] =>
  roles[role].may.filter(permission => !(masksNumbers && permission === 'message.reveal'))

/** Whether a member has a permission. */
export const memberMay = (member: Session['member'], permission: Permission): boolean => permissionsOf(member).includes(permission)
