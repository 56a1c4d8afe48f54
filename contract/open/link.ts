import { z } from 'zod'
import { linkPasswordRule, linkState, linkTitleRule, ownCodeRule, visitLimitRule } from '#contract/links/link.ts'
import { shownState } from '#contract/links/link-list.ts'
import { linkTarget } from '#contract/links/link-rule.ts'
import { linkStates } from '#contract/links/link-state.ts'
import { linkTagsRule } from '#contract/links/link-tag.ts'
import { visitFigures, type visitGrains, visitorKindNames } from '#contract/links/visit.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { exampleId, openCall } from './call.ts'
import { listFields, nextCursor, timesOf } from './message.ts'

const maxLinksOfCall = 1_000

const count = z.number().int()
const linkId = idOf('link').describe('短链接的编号')
const exampleLink = exampleId('link')
const states = `状态：${Object.entries(linkStates)
  .map(([key, name]) => `${key} ${name}`)
  .join('、')}`

const changeable = {
  target: linkTarget.describe('点击后打开的网址'),
  title: linkTitleRule.describe('标题，只供您自己辨认'),
  tags: linkTagsRule.describe('标签'),
  endsAt: moment.nullable().describe('失效时间；null为长期有效'),
  visitLimit: visitLimitRule.nullable().describe('访问次数上限；null为不限'),
  password: linkPasswordRule.nullable().describe('访问密码；null为不需要'),
}
const newLink = {
  target: changeable.target,
  title: changeable.title.default(''),
  tags: changeable.tags.default([]),
  endsAt: changeable.endsAt.default(null),
  visitLimit: changeable.visitLimit.default(null),
  password: changeable.password.default(null),
  domain: z.string().max(253).default('').describe('您自己的已验证域名；不填为平台域名'),
  code: ownCodeRule.nullable().default(null).describe('自定义后缀；不填为随机'),
}
const created = z.object({
  linkId,
  shortUrl: z.string().describe('短链接'),
  target: z.string(),
  state: linkState.describe(`${states}。目标域名没有备案或首次使用时先审核`),
})
const link = z.object({
  linkId,
  shortUrl: z.string(),
  target: z.string(),
  title: z.string(),
  tags: z.array(z.string()),
  state: shownState.describe(states),
  reason: z.string().nullable().describe('驳回或封禁的原因'),
  pvTotal: count.describe('累计访问次数'),
  uvTotal: count.describe('累计访客数'),
  createdAt: moment,
  endsAt: moment.nullable(),
})
const makingRefusals = [
  'code_taken',
  'code_unfit',
  'target_refused',
  'link_domain_unusable',
  'link_units_insufficient',
  'links_stopped',
  'account_not_attested',
  'attestation_lapsed',
  'company_required',
] as const
const acting = (name: 'disable' | 'enable', summary: string) =>
  openCall(`${name}Link`, 'POST', `links/{linkId}/${name}`, summary, 'link', {
    isShared: true,
    input: z.object({ linkId }),
    answer: z.object({ isChanged: z.boolean().describe('false：原来就是这样，或它的状态不允许') }),
    refusals: ['not_found'],
    example: { linkId: exampleLink },
  })
const day = z.iso.date()
const days = { from: day.describe('开始日期（北京时间），含当天'), to: day.describe('结束日期，含当天；最多397天') }
const figures = visitFigures.omit({ isExact: true })

export const openLinkCalls = {
  create: openCall('createLink', 'POST', 'links', '创建短链接', 'link', {
    about: ['每个短链接用去短链套餐1次。'],
    isShared: true,
    input: z.object(newLink),
    answer: z.object({ link: created }),
    refusals: makingRefusals,
    example: { target: 'https://example.com/autumn', title: '秋季活动' },
  }),
  createMany: openCall('createLinks', 'POST', 'links/batch', '批量创建短链接', 'link', {
    about: ['一次1-1000个，全部成功或全部不创建；应答的顺序与请求相同。'],
    isShared: true,
    maxBytes: 4 * 1024 * 1024,
    input: z.object({ links: z.array(z.strictObject(newLink)).min(1).max(maxLinksOfCall) }),
    answer: z.object({ links: z.array(created) }),
    refusals: makingRefusals,
    example: { links: [{ target: 'https://example.com/a' }, { target: 'https://example.com/b' }] },
  }),
  list: openCall('listLinks', 'GET', 'links', '短链接列表', 'link', {
    input: z.object({
      search: z.string().max(100).optional().describe('短链接、后缀，或目标、标题、标签的一部分'),
      state: shownState.optional().describe(states),
      tag: z.string().max(40).optional().describe('标签'),
      ...timesOf('创建'),
      ...listFields,
    }),
    answer: z.object({ rows: z.array(link), nextCursor }),
    example: { search: 'autumn' },
  }),
  one: openCall('getLink', 'GET', 'links/{linkId}', '查询一个短链接', 'link', {
    input: z.object({ linkId }),
    answer: z.object({ link }),
    refusals: ['not_found'],
    example: { linkId: exampleLink },
  }),
  edit: openCall('updateLink', 'PATCH', 'links/{linkId}', '修改短链接', 'link', {
    about: ['没有填写的内容保持不变；改了目标后可能需要重新审核。'],
    isShared: true,
    input: z
      .object({ linkId, ...changeable })
      .partial()
      .required({ linkId: true }),
    answer: z.object({ state: linkState.describe(states) }),
    refusals: ['not_found', 'state_forbids', 'target_refused'],
    example: { linkId: exampleLink, target: 'https://example.com/winter' },
  }),
  disable: acting('disable', '停用短链接'),
  enable: acting('enable', '启用短链接'),
  statistics: openCall('getLinkStatistics', 'GET', 'links/{linkId}/statistics', '短链接访问统计', 'link', {
    about: ['爬虫、链接预览和预加载不计入访问，单独放在bots里。'],
    input: z.object({
      linkId,
      ...days,
      by: z
        .enum(['hour', 'day'] as const satisfies readonly (typeof visitGrains)[number][])
        .default('day')
        .describe('day 按日、hour 按时（最多31天）'),
    }),
    answer: z.object({
      totals: figures.describe('pv 访问次数、uv 访客数、ip 地址数、bots 程序访问'),
      buckets: z.array(
        z.object({ at: z.string().describe('2026-11-21或2026-11-21 08:00（北京时间）'), pv: count, uv: count, bots: count }),
      ),
    }),
    refusals: ['not_found'],
    example: { linkId: exampleLink, from: '2026-11-01', to: '2026-11-21' },
  }),
  visits: openCall('listVisits', 'GET', 'visits', '访问记录', 'link', {
    about: ['最新的在前；不填linkId为全部短链接。一页可能不满甚至为空，只要nextCursor不为null就还有下一页。'],
    input: z.object({ linkId: linkId.optional(), ...days, ...listFields }),
    answer: z.object({
      rows: z.array(
        z.object({
          visitId: idOf('visit'),
          linkId,
          at: moment,
          kind: z.enum(keysOf(visitorKindNames)).describe(
            Object.entries(visitorKindNames)
              .map(([key, of]) => `${key} ${of}`)
              .join('、'),
          ),
          messageId: idOf('message').nullable().describe('带来这次访问的短信'),
          address: z.string().describe('IP地址，末段隐去'),
          province: z.string().nullable().describe('省份；境外为国家或地区'),
          city: z.string().nullable(),
          isp: z.string().nullable(),
          device: z.string().nullable(),
          os: z.string().nullable(),
          browser: z.string().nullable(),
          inApp: z.string().nullable().describe('在哪个App里打开，如微信'),
          referrer: z.string().nullable(),
        }),
      ),
      nextCursor,
    }),
    example: { linkId: exampleLink, from: '2026-11-20', to: '2026-11-21' },
  }),
}
