import { linkAnswers } from '#admin/domains/domain.ts'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminLinkCalls, linkReviewCalls } from '#contract/links/admin-link.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { type LinkAct, type LinkDetail, linkActs, shortOf } from './link.ts'

const consequences: Record<LinkAct, (link: LinkDetail) => string> = {
  block: link => `一秒内打不开，访问者看到“链接已被封禁”。${link.blockedDomain ? '域名移出封禁名单后，它仍保持封禁。' : ''}`,
  unblock: () => '恢复封禁之前的状态；之前在审核的继续等待审核。',
  revoke: link => `“${link.accountName}”以后指向 ${link.vouchedDomain} 的短链接需要审核；已经生效的不受影响，需要时请单独封禁。`,
  stop: link => `“${link.accountName}”的全部短链接（包括以后创建的）一秒内打不开，直到在这里恢复。`,
  resume: link => `“${link.accountName}”的短链接恢复各自的状态；单独封禁的仍打不开。`,
}

/** Stops or releases one link, or all links of its account, with a reason for the audit log. */
export function ActDialog({ act, link, onClose }: { act: LinkAct; link: LinkDetail; onClose: () => void }) {
  const { accountId, linkId } = link
  const options = { invalidates: linkAnswers, done: `已${linkActs[act].name}`, onClose }
  const one = useDialogAct(act === 'block' ? adminLinkCalls.block : adminLinkCalls.unblock, options)
  const all = useDialogAct(act === 'stop' ? adminLinkCalls.stop : adminLinkCalls.resume, options)
  const revoke = useDialogAct(linkReviewCalls.revokeHost, options)
  const isOne = act === 'block' || act === 'unblock'
  const submit = (reason: string) => {
    if (act === 'revoke') revoke.mutate({ accountId, domain: link.vouchedDomain ?? '', reason })
    else if (isOne) one.mutate({ accountId, linkId, reason })
    else all.mutate({ accountId, reason })
  }
  return (
    <ActForm<{ reason: string }>
      title={isOne ? `${linkActs[act].name} ${shortOf(link.shortUrl)}` : linkActs[act].name}
      okText={linkActs[act].name.slice(0, 2)}
      isDanger={linkActs[act].isDanger}
      consequence={consequences[act](link)}
      reasonHint={act === 'block' || act === 'stop' ? '客户可以看到，也记入操作记录。' : '记入操作记录。'}
      act={act === 'revoke' ? revoke : isOne ? one : all}
      onSubmit={({ reason }) => submit(reason)}
      onClose={onClose}
    />
  )
}
