import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { type TemplateVariable, variableKinds } from '#contract/content/template-text.ts'
import { linkProblems } from '#contract/links/link-problem.ts'
import { linkTarget } from '#contract/links/link-rule.ts'
import { idOf } from '#contract/scalars.ts'

/** Whether a link may fill a variable: other kinds refuse addresses. */
export const takesLink = ({ kind }: Pick<TemplateVariable, 'kind'>) => kind === 'link' || kind === 'text'

/** Why a link's address can't fill a variable, as part of a Chinese sentence; null when it can. */
export function checkLinkVariable({ kind, maxLength }: TemplateVariable, address: string): string | null {
  if (!takesLink({ kind })) return `类型是“${variableKinds[kind].name}”，不能放短链`
  return address.length > maxLength ? `最多${maxLength}个字符，放不下短链（${address.length}个字符）` : null
}

/** A link in the form of a broadcast. */
const choice = z.object({
  linkId: idOf('link'),
  title: z.string(),
  shortUrl: z.string(),
  target: z.string(),
  /** Form of the recipients' own addresses, with stars for the code. */
  address: z.string(),
  problem: z.enum(linkProblems).nullable(),
})

export const broadcastLinkCalls = {
  choices: get('/api/broadcast-links', '群发可选的短链', member('broadcast.write'), {
    /** Part of the title, the target or the code. `linkId`: the chosen link is included in any state. */
    input: z.object({ search: z.string().trim().max(50).optional(), linkId: idOf('link').optional() }),
    answer: z.object({ rows: z.array(choice) }),
    refusals: ['not_found'],
  }),
  create: post('/api/broadcast-links/create', '为群发新建短链', member('link.write'), {
    input: z.object({ target: linkTarget }),
    answer: choice,
    refusals: ['target_refused', 'link_units_insufficient', 'links_stopped'],
    once: true,
  }),
}
