import { blacklistSources } from '#contract/blacklist/blacklist.ts'
import { consentKinds, contactFilter } from '#contract/recipients/phonebook.ts'
import { moment } from '#contract/scalars.ts'
import type { Tx } from '#db/connect.ts'
import { exportSource, setFacts } from '#domain/export-source/index.ts'
import type { AccountId } from '#values/id.ts'
import { carrierNames } from '#values/phone.ts'
import { listFields } from './field.ts'
import { countSelection, selectionOf } from './filter.ts'
import { listGroups } from './group.ts'
import { listContacts } from './list.ts'
import { listTags } from './tag.ts'

/**
 * Export of contacts (通讯录). An account's own fields share one column, since the columns are the same for all accounts.
 */
export const contactExport = exportSource({
  name: 'contact',
  permission: 'phonebook.read',
  filter: contactFilter.extend({ at: moment.optional() }),
  columns: [
    { key: 'phone', title: '手机号', kind: 'phone' },
    { key: 'name', title: '姓名', kind: 'text' },
    { key: 'group', title: '分组', kind: 'text' },
    { key: 'tags', title: '标签', kind: 'text' },
    { key: 'fields', title: '自定义字段', kind: 'text' },
    { key: 'remark', title: '备注', kind: 'text' },
    { key: 'carrier', title: '运营商', kind: 'text' },
    { key: 'province', title: '归属地', kind: 'text' },
    { key: 'state', title: '订阅状态', kind: 'text' },
    { key: 'consent', title: '同意接收推广的方式', kind: 'text' },
    { key: 'consentNote', title: '同意说明', kind: 'text' },
    { key: 'consentAt', title: '同意时间', kind: 'time' },
    { key: 'createdAt', title: '加入时间', kind: 'time' },
  ],
  fix: (filter, now) => ({ ...filter, at: now }),
  describe: async (tx, account, { groupId, tagId, search, consent }) => {
    const group = groupId && (await groupPaths(tx, account)).get(groupId)
    const tag = tagId && (await listTags(tx, account)).find(one => one.tagId === tagId)?.name
    return setFacts([
      ['分组', group || undefined],
      ['标签', tag || undefined],
      ['号码或姓名', search],
      ['同意接收推广', consent && (consent === 'yes' ? '已登记同意' : '没有登记')],
    ])
  },
  count: async (tx, account, filter, most) => Math.min(most, await countSelection(tx, account, await selectionOf(tx, account, filter))),
  rows: async (tx, account, filter, { after, limit }) => {
    const page = await listContacts(tx, account, { ...filter, cursor: after ?? undefined, pageSize: limit, now: filter.at! })
    const groups = await groupPaths(tx, account)
    const tags = new Map((await listTags(tx, account)).map(tag => [tag.tagId, tag.name]))
    const fields = await listFields(tx, account)
    return {
      rows: page.rows.map(row => [
        row.phone,
        row.name,
        groups.get(row.groupId) ?? row.groupName,
        row.tagIds.map(tagId => tags.get(tagId)).join('、'),
        fields.flatMap(({ fieldKey, name }) => (row.fields[fieldKey] ? [`${name}：${row.fields[fieldKey]}`] : [])).join('；'),
        row.remark,
        row.carrier && carrierNames[row.carrier],
        row.province,
        row.blockedBy === null ? '正常' : row.blockedBy === 'platform' ? '平台黑名单' : blacklistSources[row.blockedBy],
        row.consent && consentKinds[row.consent.kind],
        row.consent?.note ?? null,
        row.consent?.at ?? null,
        row.createdAt,
      ]),
      last: page.nextCursor,
    }
  },
})

/** 会员 / 金卡, by the group's id. */
async function groupPaths(tx: Tx, account: AccountId): Promise<Map<string, string>> {
  const groups = await listGroups(tx, account)
  const names = new Map(groups.map(group => [group.groupId, group.name]))
  return new Map(groups.map(({ groupId, parentId, name }) => [groupId, parentId ? `${names.get(parentId)} / ${name}` : name]))
}
