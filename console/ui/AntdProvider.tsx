import { App, ConfigProvider, type ConfigProviderProps, theme } from 'antd'
import zhCN from 'antd/es/locale/zh_CN.js'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn.js'
import type { ReactNode } from 'react'
import { useMedia } from './media.ts'
import { antdTheme } from './theme.ts'
import { useTheme } from './theme-choice.ts'

dayjs.locale('zh-cn')

// The package is CommonJS to Node's resolution and a module to Vite's: the locale is one level deeper for the former.
const chinese = ('default' in zhCN ? zhCN.default : zhCN) as ConfigProviderProps['locale']

/** antd in our theme and in Chinese, with `App.useApp()` for messages and confirmations. Around signed-in pages only. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const name = useTheme()
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const algorithm = name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm
  return (
    <ConfigProvider locale={chinese} theme={antdTheme(name, algorithm, isStill)} button={{ autoInsertSpace: false }}>
      <App component={false}>{children}</App>
    </ConfigProvider>
  )
}
