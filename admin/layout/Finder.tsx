import { pathTo } from '#admin/paths.ts'
import { signOut, useMe } from '#admin/session.ts'
import { adminSearchCalls } from '#contract/search/admin-search.ts'
import type { FinderProps } from '#ui/palette/Palette.tsx'
import { PaletteFinder } from '#ui/palette/PaletteFinder.tsx'
import { useSettingEntries } from '#ui/palette/palette-theme.ts'
import { maskPhone, parsePhone } from '#values/phone.ts'
import { pagePinyin } from './pinyin.ts'

/** The search of the back office. */
export function Finder(props: FinderProps) {
  const permissions = useMe().data?.permissions ?? []
  const settings = useSettingEntries(signOut)
  return (
    <PaletteFinder
      {...props}
      call={adminSearchCalls.find}
      hint="页面、客户、手机号、订单号、编号…"
      pinyin={pagePinyin}
      groups={[{ title: '设置', entries: settings }]}
      groupsFor={text => (permissions.includes('message.read') ? messageGroups(text) : [])}
    />
  )
}

/** What a carrier's id of a message looks like. */
const upstreamPattern = /^(?=.*\d)[0-9A-Za-z:_-]{6,64}$/

/**
 * The list of messages for a number or a carrier's id; the address has the number whole, so it is not among the
 * recents.
 */
function messageGroups(text: string) {
  const parsed = parsePhone(text, 'anywhere')
  if ('phone' in parsed) {
    const entry = {
      key: 'messages',
      title: '查这个号码的短信',
      note: maskPhone(parsed.phone),
      to: pathTo('/messages', { phone: parsed.phone }),
    }
    return [{ title: '这个号码', entries: [entry] }]
  }
  if (!upstreamPattern.test(text) || text.startsWith('msg_')) return []
  return [
    { title: '编号', entries: [{ key: 'upstream', title: '按上游编号查短信', note: text, to: pathTo('/messages', { upstreamId: text }) }] },
  ]
}
