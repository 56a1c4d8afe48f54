import { z } from 'zod'
import { staff } from '#contract/call.ts'
import type { StaffPermission } from '#contract/identity/permission.ts'
import { declareListViewCalls } from '#contract/list-view.ts'
import { idOf } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'

/** The lists of the back office, with the permission of their pages. */
export const staffLists = {
  'admin-activity': 'audit.read',
  'admin-announcements': 'announcement.write',
  'admin-approval': 'approval.decide',
  'admin-attestation': 'customer.attest',
  'admin-bank-statements': 'finance.read',
  'admin-blacklist': 'blacklist.manage',
  'admin-channel': 'channel.read',
  'admin-claims': 'finance.read',
  'admin-code': 'code.write',
  'admin-complaints': 'blacklist.manage',
  'admin-coupon': 'package.write',
  'admin-customer': 'customer.read',
  'admin-differences': 'finance.read',
  'admin-differences-resolved': 'finance.read',
  'admin-domain': 'link.manage',
  'admin-invoices': 'invoice.manage',
  'admin-link': 'link.manage',
  'admin-link-report': 'link.manage',
  'admin-message': 'message.read',
  'admin-on-call': 'setting.write',
  'admin-on-call-log': 'setting.write',
  'admin-order': 'finance.read',
  'admin-package': 'package.write',
  'admin-personal-data': 'personalData.manage',
  'admin-phone-changes': 'customer.attest',
  'admin-ported': 'segment.write',
  'admin-receipts': 'finance.read',
  'admin-recharges': 'finance.read',
  'admin-reconciliation': 'finance.read',
  'admin-refund': 'finance.read',
  'admin-segment': 'segment.write',
  'admin-sender-registration': 'senderRegistration.write',
  'admin-staff': 'staff.manage',
  'admin-unknown-code': 'code.write',
  'admin-withdrawals': 'finance.read',
  'admin-word': 'word.write',
} as const satisfies Record<string, StaffPermission>
export type StaffList = keyof typeof staffLists

export const adminListViewCalls = declareListViewCalls({
  path: '/api/admin/list-views',
  audience: staff(null),
  list: z.enum(keysOf(staffLists)),
  owner: idOf('staff'),
})
