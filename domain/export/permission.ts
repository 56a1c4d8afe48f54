import { type ExportName, exportNames } from '#contract/export/export.ts'
import { type Permission, permissionNames, type Role, roles } from '#contract/identity/permission.ts'
import { refuse } from '#contract/refusals.ts'
import { keysOf } from '#values/keys.ts'
import { exportSourceOf } from './sources.ts'

const may = (role: Role, permission: Permission) => roles[role].may.some(one => one === permission)

/** Refuses `not_allowed` to roles that may not see the list, or not unmasked numbers. */
export function requireExportPermission(role: Role, source: ExportName, isFull: boolean): void {
  const { permission } = exportSourceOf(source)
  const missing = [permission, ...(isFull ? (['message.reveal'] as const) : [])].find(one => !may(role, one))
  if (missing) refuse('not_allowed', { permission: permissionNames[missing] })
}

/** The lists that a role may see. */
export const sourcesFor = (role: Role): ExportName[] => keysOf(exportNames).filter(name => may(role, exportSourceOf(name).permission))
