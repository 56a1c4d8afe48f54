import { pathTo } from '#console/paths.ts'
import { signOut, useMe } from '#console/session.ts'
import type { Permission } from '#contract/identity/permission.ts'
import type { PagePath } from '#contract/pages.ts'
import { searchCalls } from '#contract/search/search.ts'
import type { FinderProps } from '#ui/palette/Palette.tsx'
import { type PaletteEntry, PaletteFinder } from '#ui/palette/PaletteFinder.tsx'
import { useSettingEntries } from '#ui/palette/palette-theme.ts'
import { maskPhone, parsePhone } from '#values/phone.ts'
import { glossary } from './glossary.ts'
import { entryPinyin, otherNames, pagePinyin } from './pinyin.ts'

type Act = readonly [title: string, pinyin: string, permission: Permission | null, path: PagePath, query: Record<string, string>]
/** What people come to do. */
const acts: readonly Act[] = [
  ['群发短信', 'qun fa duan xin', 'broadcast.write', '/sms/broadcast', {}],
  ['新建模板', 'xin jian mo ban', 'template.write', '/sms/template', { form: 'new' }],
  ['新建签名', 'xin jian qian ming', 'signature.write', '/sms/signature', { form: 'new' }],
  ['创建短链', 'chuang jian duan lian', 'link.write', '/shorturl/create', {}],
  ['充值', 'chong zhi', 'finance.write', '/system/finance/recharge', {}],
  ['添加联系人', 'tian jia lian xi ren', 'phonebook.write', '/sms/phonebook', { form: 'new' }],
  ['导入联系人', 'dao ru lian xi ren', 'phonebook.write', '/sms/phonebook', { form: 'import' }],
  ['添加黑名单号码', 'tian jia hei ming dan hao ma', 'blacklist.write', '/sms/blacklist', { form: 'new' }],
  ['修改登录密码', 'xiu gai deng lu mi ma', null, '/system/uaccount/userinfo', { tab: 'security' }],
  ['新建预警规则', 'xin jian yu jing gui ze', 'app.write', '/sms/app-warning', { tab: 'rules', form: 'new' }],
]

/** The search of the customers' console. */
export function Finder(props: FinderProps) {
  const permissions = useMe().data?.permissions ?? []
  const settings = useSettingEntries(signOut)
  const may = (permission: Permission | null) => permission === null || permissions.includes(permission)
  const actions: PaletteEntry[] = [
    ...acts
      .filter(([, , permission]) => may(permission))
      .map(([title, pinyin, , path, query]) => ({ key: title, title, pinyin, to: pathTo(path, query) })),
    ...exportEntries(),
  ]
  return (
    <PaletteFinder
      {...props}
      call={searchCalls.find}
      hint="页面、号码、名称、编号、状态码…"
      pinyin={{ ...pagePinyin, ...entryPinyin }}
      names={otherNames}
      groups={[
        { title: '操作', entries: actions, isFirst: true },
        { title: '设置', entries: settings },
        { title: '术语', entries: glossary.filter(({ to }) => props.pages.some(({ path }) => to?.split('?')[0] === path)) },
      ]}
      groupsFor={text => phoneGroups(text, may)}
    />
  )
}

/** 导出 of the current page, where it offers one. */
function exportEntries(): PaletteEntry[] {
  const button = document.querySelector<HTMLButtonElement>('[data-page-export]:not([aria-disabled="true"])')
  return button ? [{ key: 'export', title: '导出当前列表', pinyin: 'dao chu dang qian lie biao', run: () => button.click() }] : []
}

/** The end of a number, by whose last four digits lists are searched. A number's beginning finds nothing. */
const phoneEnd = /^(?!1[3-9]\d{3})\d{0,6}(\d{4})$/

/** What the end of a number leads to. */
function phoneEndGroups(text: string, may: (permission: Permission) => boolean) {
  const end = phoneEnd.exec(text)?.[1]
  if (end === undefined) return []
  const note = `尾号 ${end}`
  const entries = [
    ...(may('phonebook.read') ? [{ key: 'phonebook', title: '通讯录', note, to: pathTo('/sms/phonebook', { search: end }) }] : []),
    ...(may('message.read') ? [{ key: 'delivery', title: '发送记录', note, to: pathTo('/sms/delivery', { phone: end }) }] : []),
    ...(may('blacklist.read') ? [{ key: 'blacklist', title: '黑名单', note, to: pathTo('/sms/blacklist', { phone: end }) }] : []),
  ]
  return [{ title: '这个尾号', entries }]
}

/** What a phone number leads to. The addresses have it whole, as typed, so they are not kept among the recents. */
function phoneGroups(text: string, may: (permission: Permission) => boolean) {
  const parsed = parsePhone(text, 'anywhere')
  if (!('phone' in parsed)) return phoneEndGroups(text, may)
  const { phone } = parsed
  const note = maskPhone(phone)
  const entries = [
    ...(may('message.read')
      ? [
          { key: 'diagnose', title: '单号诊断', note, to: pathTo('/sms/delivery', { diagnose: phone }) },
          { key: 'delivery', title: '发送记录', note, to: pathTo('/sms/delivery', { phone }) },
          { key: 'inbound', title: '收到的回复', note, to: pathTo('/sms/delivery', { tab: 'inbound', phone }) },
        ]
      : []),
    ...(may('blacklist.read') ? [{ key: 'blacklist', title: '黑名单', note, to: pathTo('/sms/blacklist', { phone }) }] : []),
  ]
  return [{ title: '这个号码', entries }]
}
