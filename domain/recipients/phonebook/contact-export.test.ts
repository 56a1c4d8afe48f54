import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { addContact } from './contact.ts'
import { contactExport } from './contact-export.ts'
import { createField } from './field.ts'
import { createGroup } from './group.ts'
import { createTag } from './tag.ts'

const now = new Date('2026-11-21T02:00:00Z')
const database = prepareTestDatabase()

test('the export writes the contacts of a filter with the names of their groups and tags, page by page', async () => {
  const { account } = await createAccount(database.db)
  await asAccount(database.db, account, async tx => {
    const { groupId: parentId } = await createGroup(tx, account, { name: '会员', now })
    const { groupId } = await createGroup(tx, account, { name: '金卡', parentId, now })
    const { tagId } = await createTag(tx, account, { name: '春茶', now })
    const { fieldKey } = await createField(tx, account, { name: '生日', now })
    const facts = {
      fields: { [fieldKey]: '5月1日' },
      tagIds: [tagId],
      remark: '爱喝茶',
      consent: { kind: 'form', note: '官网', at: now } as const,
    }
    await addContact(tx, account, { groupId: parentId, phone: '13800000001', name: '张三', now })
    await addContact(tx, account, { groupId, phone: '13800000002', name: '李四', ...facts, now })
    const filter = contactExport.fix({ groupId: parentId }, now)
    expect(await contactExport.describe(tx, account, filter)).toEqual([['分组', '会员']])
    expect(await contactExport.count(tx, account, filter, 1)).toBe(1)
    const first = await contactExport.rows(tx, account, filter, { after: null, limit: 1 })
    const cells = [
      '13800000002',
      '李四',
      '会员 / 金卡',
      '春茶',
      '生日：5月1日',
      '爱喝茶',
      null,
      '北京',
      '正常',
      '网页或小程序表单',
      '官网',
      now,
      now,
    ]
    expect(first.rows).toEqual([cells])
    const second = await contactExport.rows(tx, account, filter, { after: first.last, limit: 1 })
    expect(second.rows.map(row => row.slice(0, 3))).toEqual([['13800000001', '张三', '会员']])
    expect(second.last).toBeNull()
  })
})
