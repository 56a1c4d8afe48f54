import type { ClientBase } from 'pg'
import { type AccountId, newId } from '#values/id.ts'

const dayMs = 86_400_000
/** Names of groups and of those below them; the first has most of the contacts. */
const groupTree: Record<string, string[]> = {
  会员: ['金卡', '银卡', '普通会员', '沉睡会员'],
  门店: ['北京朝阳门店', '上海静安门店', '广州天河门店', '成都锦江门店'],
  活动报名: ['春季上新', '双十一预约', '年终答谢会', '老带新'],
  供应商与合作伙伴: [],
  员工: [],
}
const tagNames = ['高价值', '近30天下单', '新客', '未下单', '生日月', '到店自提', '投诉过', '企业采购', '春茶', '🎁 礼盒']
const fieldNames = ['生日', '会员等级', '最近购买']

const surnames = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕'
const givenNames = '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂英华玉兰萍梅鑫雪琳欣怡梓涵浩宇子轩雨桐思远'

/**
 * Contacts of a large account, in one statement each: groups of two levels, tags, own fields, consents, some phones in
 * several groups, and some unusual names. For the owner's connection, which row level security doesn't bind. The
 * account must have no groups yet. The caller vacuums.
 */
export async function seedContacts(
  client: Pick<ClientBase, 'query'>,
  account: AccountId,
  { contactCount, now }: { contactCount: number; now: Date },
): Promise<void> {
  const fromMs = now.getTime() - 400 * dayMs
  const groupIds = await seedGroups(client, account, fromMs)
  const tagIds = tagNames.map(() => newId(fromMs))
  await client.query(
    'insert into contact_tag (account_id, tag_id, name) select $1::uuid, tag_id, name from unnest($2::uuid[], $3::text[]) as given (tag_id, name)',
    [account, tagIds, tagNames],
  )
  await client.query(
    'insert into contact_field (account_id, field_key, name) select $1::uuid, key, name from unnest($2::text[]) with ordinality as given (name, key)',
    [account, fieldNames],
  )
  // Nine in ten numbers are unique; every tenth repeats the number before it in the next group.
  await client.query(
    `insert into contact (account_id, contact_id, group_id, phone, name, fields, remark, consent_kind, consent_note, consent_at, created_at)
     select $1::uuid, (lpad(to_hex(made_ms), 12, '0') || '7' || lpad(to_hex(n & 4095), 3, '0') || '8' || substr(md5(n::text), 1, 15))::uuid,
       ($3::uuid[])[1 + case when n % 10 < 6 then n % 5 else n % $4 end],
       (array['138','139','158','186','130','155','133','189','192','177','199','136'])[1 + source % 12]
         || lpad((source::bigint * 7368787 % 100000000)::text, 8, '0'),
       case when n % 997 = 0 then '👩‍💼 Alexandria-Maximiliana 欧阳娜娜女士（市场部）'
         when n % 50 = 0 then '' else substr($5, 1 + source * 7 % length($5), 1) || substr($6, 1 + source * 11 % length($6), 1 + source % 2) end,
       case when n % 3 = 0 then '{}'::jsonb
         else jsonb_build_object('1', (1 + n % 12) || '月' || (1 + n % 28) || '日', '2', (array['金卡', '银卡', '普通'])[1 + n % 3]) end,
       case when n % 40 = 0 then '喜欢龙井，送货请在下午三点以后打电话' else '' end,
       case when n % 5 < 4 then (array['form', 'order', 'member'])[1 + n % 3] end, '', case when n % 5 < 4 then to_timestamp(made_ms / 1000.0) end,
       to_timestamp(made_ms / 1000.0)
     from generate_series(0, $2::integer - 1) as n
     cross join lateral (select case when n % 10 = 9 then n - 1 else n end as source, ($7::bigint + n::bigint * $8::bigint / $2) as made_ms) as facts
     on conflict do nothing`,
    [account, contactCount, groupIds, groupIds.length, surnames, givenNames, fromMs, now.getTime() - fromMs],
  )
  // Each tag has fewer contacts than the one before: a fifth, a tenth, …
  await client.query(
    `insert into contact_tagged (account_id, contact_id, tag_id, group_id)
     select contact.account_id, contact.contact_id, tag.tag_id, contact.group_id from contact
     join unnest($2::uuid[]) with ordinality as tag (tag_id, place)
       on ('x' || substr(md5(contact.contact_id::text), 1, 6))::bit(24)::integer % (5 * tag.place * tag.place)::integer = 0
     where contact.account_id = $1`,
    [account, tagIds],
  )
  for (const [table, member, key] of [
    ['contact_group', 'contact', 'group_id'],
    ['contact_tag', 'contact_tagged', 'tag_id'],
  ])
    await client.query(
      `update ${table} set contact_count = counted.count
       from (select ${key}, count(*) from ${member} where account_id = $1 group by ${key}) as counted
       where ${table}.account_id = $1 and ${table}.${key} = counted.${key}`,
      [account],
    )
}

async function seedGroups(client: Pick<ClientBase, 'query'>, account: AccountId, atMs: number): Promise<string[]> {
  const groupIds: string[] = []
  for (const [name, below] of Object.entries(groupTree)) {
    const parentId = newId(atMs)
    groupIds.push(parentId)
    await client.query('insert into contact_group (account_id, group_id, name) values ($1, $2, $3)', [account, parentId, name])
    for (const childName of below) {
      const childId = newId(atMs)
      groupIds.push(childId)
      await client.query('insert into contact_group (account_id, group_id, parent_id, name) values ($1, $2, $3, $4)', [
        account,
        childId,
        parentId,
        childName,
      ])
    }
  }
  return groupIds
}
