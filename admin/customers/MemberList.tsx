import { Button } from 'antd'
import { useState } from 'react'
import { useMe } from '#admin/session.ts'
import { roles } from '#contract/identity/permission.ts'
import { Facts } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { isKeyOf } from '#values/keys.ts'
import type { Customer } from './customer.ts'
import { FactorDialog } from './FactorDialog.tsx'

export type CustomerMember = Customer['members'][number]

const factorNames = { none: '只用密码', sms: '密码和短信验证码', totp: '密码和验证器' }

/** A customer's members with their sign-in methods; two members of staff can reset a lost factor. */
export function MemberList({ accountId, members }: { accountId: string; members: CustomerMember[] }) {
  const mayReset = useMe().data?.permissions.includes('customer.attest') ?? false
  const [resetting, setResetting] = useState<CustomerMember | null>(null)
  return (
    <>
      {members.map(member => (
        <div key={member.memberId}>
          <Facts
            facts={[
              fact('姓名', `${member.name}（${isKeyOf(roles, member.role) ? roles[member.role].name : member.role}）`),
              fact('登录名', member.login),
              fact('手机', member.phone),
              fact('最近登录', <Moment at={member.lastSignInAt} />),
              fact('登录验证', factorNames[member.secondFactor]),
            ]}
          />
          {mayReset && member.secondFactor !== 'none' ? (
            <Button size="small" onClick={() => setResetting(member)} aria-label={`重置${member.name}的登录验证`}>
              重置登录验证
            </Button>
          ) : null}
        </div>
      ))}
      {resetting ? <FactorDialog accountId={accountId} member={resetting} onClose={() => setResetting(null)} /> : null}
    </>
  )
}
