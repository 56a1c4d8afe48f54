import type { CallAnswerWire } from '#contract/call.ts'
import { adminAuditLogCalls } from '#contract/staff/admin-audit-log.ts'
import { adminStaffCalls } from '#contract/staff/admin-staff.ts'

export type StaffRow = CallAnswerWire<typeof adminStaffCalls.list>['rows'][number]
export type StaffAct = 'changeRole' | 'resetPassword' | 'resetTotp' | 'freeze' | 'unfreeze'

interface ActFacts {
  name: string
  isPossible: (row: StaffRow) => boolean
  isDanger: boolean
  consequence: string
}

/** Possible acts on another member of staff. */
export const staffCan: Record<StaffAct, ActFacts> = {
  changeRole: {
    name: '修改角色',
    isPossible: row => row.state === 'active',
    isDanger: false,
    consequence: '新的角色立即生效，他现有的登录全部失效，需要重新登录。',
  },
  resetPassword: {
    name: '重设密码',
    isPossible: row => row.state === 'active',
    isDanger: false,
    consequence: '他现有的登录全部失效。请把新的初始密码当面交给他，他登录后必须先修改密码。',
  },
  resetTotp: {
    name: '重置验证器',
    isPossible: row => row.hasTotp,
    isDanger: true,
    consequence: '用于他丢失手机时。重置后他只凭密码登录，再绑定新的验证器；现有的登录全部失效。请先确认是他本人。',
  },
  freeze: {
    name: '停用',
    isPossible: row => row.state === 'active',
    isDanger: true,
    consequence: '他立即退出登录，不能再登录。他做过的操作仍留在操作记录里。',
  },
  unfreeze: { name: '恢复', isPossible: row => row.state === 'frozen', isDanger: false, consequence: '他可以用原来的密码重新登录。' },
}

export const staffAnswers = [adminStaffCalls.list, adminAuditLogCalls.list]
