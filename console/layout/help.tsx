import { isPage, pageRoute } from '#console/routes.tsx'
import { placeOf } from '#console/site-map.ts'
import { appCalls } from '#contract/apps/app.ts'
import type { Permission } from '#contract/identity/permission.ts'
import { useCall } from '#ui/call.ts'
import type { HelpFacts, ShortcutWords } from '#ui/frame/Help.tsx'
import { pageKeyWords } from '#ui/frame/page-keys.ts'
import { paletteFor } from './menu.tsx'
import { pageKeys } from './page-keys.ts'

const keys: readonly ShortcutWords[] = [['C', '群发短信']]

/** Help with a page of the console. */
export function helpFor(path: string, permissions: readonly Permission[]): HelpFacts {
  const route = pageRoute(path)
  return {
    title: route?.title ?? '页面不存在',
    about: route?.about ?? '',
    more: permissions.includes('app.read') && hasCalls(path) ? <ApiDocs /> : null,
    keys: [...(permissions.includes('broadcast.write') ? keys : []), ...pageKeyWords(pageKeys, paletteFor(permissions))],
  }
}

const groupsWithCalls = ['发送', '素材与人群', '短链接', '开发与监控']
/** Whether programs can read or change the page's content too. */
const hasCalls = (path: string) => isPage(path) && groupsWithCalls.includes(placeOf(path)?.group.title ?? '')

function ApiDocs() {
  const { data } = useCall(appCalls.list, {})
  if (!data) return null
  return (
    <a href={`${data.openUrl}/openapi/v1/docs`} target="_blank" rel="noreferrer">
      接口文档：用程序完成这些操作
    </a>
  )
}
